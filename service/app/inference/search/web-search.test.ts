import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import type { ChatCompletion } from '../../../../contract/chat/response.ts'
import { WEB_SEARCH_MICRO_USD, X_SEARCH_MICRO_USD } from '../../../../contract/models/price.ts'
import { completionOf, contentOf } from '../../../testing/completion.ts'
import { chunksOf, textOf } from '../../../testing/read-stream.ts'
import { startTestService, type TestService } from '../../../testing/start-service.ts'

const QUESTION = 'How do server-sent events work?'

let service: TestService
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service.stop())

async function ask(
  text: string,
  vendor_parameters: Record<string, unknown>,
  more: Record<string, unknown> = {},
): Promise<ChatCompletion> {
  return completionOf(await service.chat(text, { vendor_parameters, ...more }))
}

function sourcesOf(answer: ChatCompletion): string[] {
  return (answer.vendor_parameters?.web_search_citations ?? []).map(({ title }) => title)
}

/** What an answer cost beside its tokens, micro-USD. */
function feeOf({ usage, cost }: ChatCompletion): number {
  const tokens = Math.ceil(
    (usage?.prompt_tokens ?? 0) * 0.7 + (usage?.completion_tokens ?? 0) * 2.8,
  )
  return Math.round((cost?.usd ?? 0) * 1e6) - tokens
}

describe('web search', () => {
  it('is off by default, and costs nothing then', async () => {
    const answer = await ask(QUESTION, {})
    expect(answer.vendor_parameters).not.toHaveProperty('web_search_citations')
    expect(contentOf(answer)).not.toContain('web search')
    expect(feeOf(answer)).toBe(0)
  })

  it('answers from ranked sources when it is on, and bills the search', async () => {
    const answer = await ask(QUESTION, { enable_web_search: 'on' })
    expect(sourcesOf(answer)[0]).toBe('Server-sent events: the event stream format')
    expect(answer.vendor_parameters?.web_search_citations?.[0]).toEqual({
      title: expect.any(String),
      url: 'https://html.spec.whatwg.org/multipage/server-sent-events.html',
      content: expect.any(String),
      date: expect.stringMatching(/^\d{4}-/),
    })
    expect(contentOf(answer)).toContain('Server-sent events (SSE) are UTF-8 text')
    expect(contentOf(answer)).not.toContain('[REF]')
    const report = await ask(`/report ${QUESTION}`, { enable_web_search: 'on' })
    expect(contentOf(report)).toContain('| – | system | the search results')
    expect(feeOf(answer)).toBe(WEB_SEARCH_MICRO_USD)
  })

  it('is decided by the model in auto: for questions, not for greetings', async () => {
    expect(feeOf(await ask(QUESTION, { enable_web_search: 'auto' }))).toBe(WEB_SEARCH_MICRO_USD)
    const greeting = await ask('Good morning', { enable_web_search: 'auto' })
    expect(feeOf(greeting)).toBe(0)
    expect(contentOf(greeting)).toContain('No search was run: auto: the message asks no question.')
  })

  it.each(['What is an aurora?', 'zebras', '🦓'])(
    'behavior: has something to cite for %j, and says that it is a simulation',
    async (question) => {
      const answer = await ask(question, { enable_web_search: 'on', enable_web_citations: true })
      expect(sourcesOf(answer).length).toBeGreaterThan(0)
      for (const title of sourcesOf(answer)) expect(title).toContain(`Simulated source`)
      expect(sourcesOf(answer)[0]).toContain(question)
      expect(contentOf(answer)).toContain('[REF]0[/REF]')
      expect(contentOf(answer)).toContain('simulated with a small bundled corpus')
      expect(feeOf(answer)).toBe(WEB_SEARCH_MICRO_USD)
    },
  )

  it('cites by number when asked to', async () => {
    const answer = await ask(QUESTION, { enable_web_search: 'on', enable_web_citations: true })
    expect(contentOf(answer)).toContain('[REF]0[/REF]')
    const last = Math.max(
      ...[...contentOf(answer).matchAll(/\[REF\](\d+)\[\/REF\]/g)].map(([, number]) =>
        Number(number),
      ),
    )
    expect(last).toBeLessThan(sourcesOf(answer).length)
  })

  it('can be asked for in the model name, which wins', async () => {
    const model = 'sandbox-chat:enable_web_search=on&enable_web_citations=true'
    const answer = await ask(QUESTION, { enable_web_search: 'off' }, { model })
    expect(answer.vendor_parameters?.['enable_web_search']).toBe('on')
    expect(contentOf(answer)).toContain('[REF]0[/REF]')
  })

  it('is not in force for a model that has none, and the echo says so', async () => {
    const answer = await ask(QUESTION, { enable_web_search: 'on' }, { model: 'sandbox-media' })
    expect(answer.vendor_parameters?.['enable_web_search']).toBe('off')
    expect(sourcesOf(answer)).toEqual([])
  })
})

describe('search results in a stream', () => {
  const stream = async (vendor_parameters: Record<string, unknown>, text = QUESTION) =>
    chunksOf(
      await service.chat(`/rate 0 ${text}`, {
        stream: true,
        vendor_parameters: { enable_web_search: 'on', ...vendor_parameters },
      }),
    )

  it('are the first chunk when that is asked for, and absent otherwise', async () => {
    const [first, ...rest] = await stream({ include_search_results_in_stream: true })
    expect(first).toMatchObject({ choices: [] })
    expect(first?.vendor_parameters?.web_search_citations?.[0]?.title).toContain('Server-sent')
    expect(rest.some((chunk) => chunk.vendor_parameters?.web_search_citations)).toBe(false)
    const plain = await stream({})
    expect(plain.some((chunk) => chunk.vendor_parameters?.web_search_citations)).toBe(false)
    expect(plain[0]?.choices?.[0]?.delta?.role).toBe('assistant')
  })

  it('come with the parameters in force and the whole cost in the last chunk', async () => {
    const last = (await stream({ include_search_results_in_stream: true })).at(-1)
    expect(last?.vendor_parameters).toEqual({
      enable_e2ee: false,
      enable_web_citations: false,
      enable_web_scraping: false,
      enable_web_search: 'on',
      include_vendor_system_prompt: true,
      include_search_results_in_stream: true,
      return_search_results_as_documents: false,
      strip_thinking_response: false,
      disable_thinking: false,
    })
    expect((last?.cost?.usd ?? 0) * 1e6).toBeGreaterThan(WEB_SEARCH_MICRO_USD)
  })
})

describe('search results as documents', () => {
  const parameters = { enable_web_search: 'on', return_search_results_as_documents: true }

  it('are a tool call of the documented name beside the answer, which ends as usual', async () => {
    const choice = (await ask(QUESTION, parameters)).choices?.[0]
    expect(choice?.finish_reason).toBe('stop')
    expect(choice?.message.content).toContain('Sandbox Chat is a simulator')
    const [call] = choice?.message.tool_calls ?? []
    expect(call?.function.name).toBe('vendor_web_search_documents')
    expect(JSON.parse(call?.function.arguments ?? '')).toMatchObject({
      documents: [
        { id: '0', title: expect.stringContaining('Server-sent'), url: expect.any(String) },
        {},
        {},
        {},
        {},
      ],
    })
  })

  it('behavior: are never an empty list, whatever is asked', async () => {
    const choice = (await ask('What is an aurora?', parameters)).choices?.[0]
    const [call] = choice?.message.tool_calls ?? []
    expect(JSON.parse(call?.function.arguments ?? '').documents[0]).toMatchObject({
      title: expect.stringContaining('Simulated source 1 about “What is an aurora?”'),
      snippet: expect.stringContaining('Simulated'),
    })
  })

  it('come before the calls of the model, in a stream too', async () => {
    const tools = [{ type: 'function', function: { name: 'f' } }]
    const chunks = await chunksOf(
      await service.chat(`/rate 0 ${QUESTION}`, {
        stream: true,
        tools,
        vendor_parameters: parameters,
      }),
    )
    const heads = chunks
      .flatMap((chunk) => chunk.choices?.[0]?.delta?.tool_calls ?? [])
      .filter(({ id }) => id)
    expect(heads.map(({ index, function: called }) => [index, called?.name])).toEqual([
      [0, 'vendor_web_search_documents'],
      [1, 'f'],
    ])
  })

  it('are nothing without a search', async () => {
    const answer = await ask(QUESTION, { return_search_results_as_documents: true })
    expect(answer.choices?.[0]?.message).not.toHaveProperty('tool_calls')
  })
})

describe('bypassing the standard search', () => {
  it('X search replaces it on models that have one, at its own price', async () => {
    const answer = await ask(QUESTION, { enable_web_search: 'on', enable_x_search: true })
    expect(feeOf(answer)).toBe(X_SEARCH_MICRO_USD)
    expect(contentOf(answer)).toContain('From X search')
    // Nothing of what the standard search finds.
    expect(sourcesOf(answer)).toHaveLength(3)
    for (const title of sourcesOf(answer)) expect(title).toMatch(/^Simulated X post \d about/)
    expect(answer.vendor_parameters).not.toHaveProperty('enable_x_search')
    expect(feeOf(await ask(QUESTION, { enable_x_search: true }))).toBe(X_SEARCH_MICRO_USD)
    const without = await ask(
      QUESTION,
      { enable_web_search: 'on', enable_x_search: true },
      { model: 'sandbox-fast' },
    )
    expect(contentOf(without)).toContain('From the web search')
  })
})

describe('web scraping', () => {
  it('bypasses the search when the message holds an address, and not otherwise', async () => {
    const parameters = { enable_web_search: 'on', enable_web_scraping: true }
    const bypassed = await ask(`${QUESTION} http://127.0.0.1:9/`, parameters)
    expect(feeOf(bypassed)).toBe(0)
    expect(contentOf(bypassed)).toContain('bypassed the web search')
    expect(feeOf(await ask(QUESTION, parameters))).toBe(WEB_SEARCH_MICRO_USD)
  })
})

describe('/refs', () => {
  it('shows both spellings with sources, without a search and its price', async () => {
    const chunks = await chunksOf(await service.chat('/rate 0 /refs JSON', { stream: true }))
    expect(textOf(chunks)).toContain('[REF]0[/REF] or ^1^')
    expect(textOf(chunks)).toContain('^1,2^')
    expect(chunks[0]?.vendor_parameters?.web_search_citations?.length).toBe(3)
    expect((chunks.at(-1)?.cost?.usd ?? 1) * 1e6).toBeLessThan(WEB_SEARCH_MICRO_USD)
  })
})
