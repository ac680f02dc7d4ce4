import fc from 'fast-check'
import { afterEach, describe, expect, it, vi } from 'vitest'

import type { ChatRequest } from '../../../../contract/chat/request/request.ts'
import { NONCE_AT, REPORT_DATA_AT } from '../../../../contract/e2ee/attestation.ts'
import { sealFor } from '../../../../contract/e2ee/envelope.ts'
import { hexOfBytes } from '../../../../contract/encoding/bytes.ts'
import { createEnclave } from '../../../../service/app/inference/e2ee/enclave.ts'
import { answerFacts, answerFigures } from '../../chat/details/answer-facts.ts'
import { encryptionText } from '../../inspector/exchange-text.ts'
import { runChat } from '../chat-completion.ts'
import { fakeClient, jsonResponse } from '../testing/fake-world.ts'

const SECRET = 'The harbour code is 4711.'
const PLAIN = 'Said-in-plain-text'
const ASKED: ChatRequest = {
  model: 'm',
  messages: [
    { role: 'system', content: `Keep it: ${SECRET}` },
    { role: 'user', content: SECRET },
  ],
  stream: true,
  vendor_parameters: { enable_e2ee: true },
}
const MODELS = {
  object: 'list',
  data: [
    {
      id: 'm',
      type: 'text',
      object: 'model',
      created: 1,
      owned_by: 'x',
      model_spec: { capabilities: { supportsE2EE: true, supportsFunctionCalling: true } },
    },
  ],
}
const enclave = createEnclave()

type Attesting = (given: ReturnType<typeof enclave.attest>, attempt: number) => unknown
type Responding = (seal: (text: string) => Promise<string>) => Promise<Response>

const sound: Attesting = (given) => given
const end = { choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] }

/** A service with one model in an enclave, which attests and responds as a test wants it. */
function service({ attest = sound, respond }: { attest?: Attesting; respond?: Responding } = {}) {
  let attempts = 0
  const made = fakeClient(async ({ url, headers }) => {
    const { pathname, searchParams } = new URL(url)
    if (pathname.endsWith('/models')) return jsonResponse(MODELS)
    if (pathname.endsWith('/tee/attestation')) {
      attempts += 1
      const nonce = searchParams.get('nonce') ?? ''
      const given = attest(enclave.attest(searchParams.get('model') ?? '', nonce), attempts)
      return given instanceof Response ? given : jsonResponse(given)
    }
    const key = headers.find(([name]) => name === 'x-vendor-tee-client-pub-key')?.[1] ?? ''
    const seal = await sealFor(key)
    return respond?.(seal) ?? stream([{ choices: [said({ content: await seal('Hi') })] }, end])
  })
  const sent = () => made.world.sent.filter(({ method }) => method === 'POST')
  const attested = () => made.world.sent.filter(({ url }) => url.includes('/tee/attestation'))
  return { ...made, sent, attested }
}

const said = (delta: object, index = 0) => ({ index, delta })

function stream(chunks: readonly (object | string)[], type = 'text/event-stream'): Response {
  const lines = chunks.map((one) => (typeof one === 'string' ? one : JSON.stringify(one)))
  const body = [...lines, '[DONE]'].map((data) => `data: ${data}\n\n`).join('')
  return new Response(body, { headers: { 'content-type': type } })
}

describe('an encrypted chat', () => {
  it('is sent without one plain word, and says which level it reached', async () => {
    const { client, connection, sent } = service()
    const run = runChat(client, connection, ASKED)
    const answer = await run.done
    expect(answer).toMatchObject({
      phase: 'finished',
      choices: [{ content: 'Hi' }],
      encryption: { bound: true },
    })
    expect(sent()).toHaveLength(1)
    expect(sent()[0]?.body).not.toContain('harbour')
    const facts = answerFacts(answer, { model: 'm' }).flatMap((group) => group.facts)
    const words = JSON.stringify([answerFigures(answer, 'm'), facts])
    expect(words).toContain('key and nonce bound in the quote')
    expect(words).not.toMatch(/verified enclave/i)
  })

  it('is not sent with tools: they would be dropped', async () => {
    const { client, connection, world } = service()
    const tools = [{ type: 'function', function: { name: 'find' } }]
    const run = runChat(client, connection, { ...ASKED, tools } as ChatRequest)
    expect(await run.done).toMatchObject({
      failure: { kind: 'not_encrypted', message: expect.stringContaining('Tools are dropped') },
    })
    expect(world.sent.map(({ url }) => new URL(url).pathname)).toEqual(['/api/v1/models'])
  })
})

describe('an attestation that does not hold', () => {
  it('leads to no request, whatever of it was mutated', async () => {
    const bytesOf = (quote: string) => Uint8Array.from(atob(quote), (char) => char.charCodeAt(0))
    const mutation = fc.oneof(
      fc.record({ at: fc.nat(63), byte: fc.nat(255) }),
      fc.record({
        name: fc.constantFrom('verified', 'nonce', 'model', 'intel_quote', 'signing_key'),
        value: fc.oneof(fc.jsonValue(), fc.constant(enclave.publicKey)),
      }),
    )
    await fc.assert(
      fc.asyncProperty(fc.array(mutation, { minLength: 1, maxLength: 3 }), async (mutations) => {
        let isBound = false
        const { client, connection, sent } = service({
          attest: (given) => {
            const quote = bytesOf(given.intel_quote ?? '')
            const before = hexOfBytes(quote.slice(REPORT_DATA_AT, NONCE_AT + 32))
            const changed: Record<string, unknown> = { ...given }
            for (const one of mutations) if ('at' in one) quote[REPORT_DATA_AT + one.at] = one.byte
            changed['intel_quote'] = btoa(String.fromCharCode(...quote))
            for (const one of mutations) if ('name' in one) changed[one.name] = one.value
            isBound =
              changed['signing_key'] === enclave.publicKey &&
              changed['intel_quote'] === given.intel_quote &&
              hexOfBytes(quote.slice(REPORT_DATA_AT, NONCE_AT + 32)) === before
            return changed
          },
        })
        await runChat(client, connection, ASKED).done
        expect(sent().length).toBeLessThanOrEqual(isBound ? 1 : 0)
        expect(JSON.stringify(sent().map(({ body }) => body))).not.toContain('harbour')
      }),
      { numRuns: 200 },
    )
  })
})

describe('an attestation that fails for a moment', () => {
  afterEach(() => void vi.useRealTimers())

  async function ended(status: number, failing: number) {
    vi.useFakeTimers()
    const times: number[] = []
    const { client, connection, sent, attested } = service({
      attest: (given, attempt) => {
        times.push(Date.now())
        return attempt <= failing ? jsonResponse({ error: 'busy' }, { status }) : given
      },
    })
    const { done } = runChat(client, connection, ASKED)
    await vi.advanceTimersByTimeAsync(5000)
    vi.useRealTimers()
    const answer = await done
    const waits = times.slice(1).map((time, at) => time - (times[at] ?? 0))
    return { answer, waits, sent: sent().length, attested: attested().length }
  }

  it.each([502, 503, 504])('with %i is asked for again after 250 and 750 ms', async (status) => {
    expect(await ended(status, 2)).toMatchObject({ waits: [250, 750], sent: 1, attested: 3 })
  })

  it('three times in a row is said in words, and nothing is sent', async () => {
    expect(await ended(503, 3)).toMatchObject({
      sent: 0,
      attested: 3,
      answer: {
        failure: { kind: 'not_encrypted', message: expect.stringContaining('3 times (503)') },
      },
    })
  })

  it.each([400, 404, 429, 500])('with %i is not asked for again', async (status) => {
    expect(await ended(status, 1)).toMatchObject({ sent: 0, attested: 1 })
  })
})

/** One chunk after a sealed one, or a whole body, in which something of the answer is plain. */
const DOWNGRADES: readonly (readonly [string, object])[] = [
  ['text', said({ content: PLAIN })],
  ['a blank', said({ content: ' ' })],
  ['text in parts', said({ content: [{ type: 'text', text: PLAIN }] })],
  ['one part', said({ content: { type: 'text', text: PLAIN } })],
  ['a number', said({ content: 4711 })],
  ['reasoning', said({ reasoning_content: PLAIN })],
  ['reasoning under its other name', said({ reasoning: PLAIN })],
  ['thinking', said({ thinking: PLAIN })],
  ['thinking in parts', said({ content: [{ type: 'thinking', thinking: PLAIN }] })],
  ['reasoning details', said({ reasoning_details: [{ type: 'reasoning.text', text: PLAIN }] })],
  ['a refusal', said({ refusal: PLAIN })],
  [
    'arguments of a tool call',
    said({
      tool_calls: [{ index: 0, id: 'c', function: { name: '', arguments: `{"a":"${PLAIN}` } }],
    }),
  ],
  [
    'the name of a tool call',
    said({ tool_calls: [{ index: 0, id: 'c', function: { name: PLAIN } }] }),
  ],
  ['a call in the old form', said({ function_call: { name: 'f', arguments: PLAIN } })],
  ['another choice', said({ content: PLAIN }, 1)],
  ['a message beside the delta', { ...said({}), message: { content: PLAIN } }],
  ['a message instead of a delta', { index: 0, message: { content: PLAIN } }],
  ['text of the older API', { index: 0, text: PLAIN }],
  ['a delta that is text', { index: 0, delta: PLAIN }],
  [
    'log probabilities',
    { ...said({}), logprobs: { content: [{ token: PLAIN, logprob: -1, top_logprobs: [] }] } },
  ],
  ['a transcript', said({ audio: { data: '', transcript: PLAIN } })],
  ['an image', said({ images: [{ image_url: { url: `data:image/png,${PLAIN}` } }] })],
  ['a name that is not known', said({ output_text: PLAIN })],
  [
    'sources',
    said({
      annotations: [
        { type: 'url_citation', url_citation: { url: 'https://x.example/', title: PLAIN } },
      ],
    }),
  ],
  ['an envelope cut short', said({ content: `04${'ab'.repeat(91)}${PLAIN}` })],
]

describe('a downgraded response', () => {
  const rows = DOWNGRADES.flatMap(([name, choice]) => [
    [`${name}, after sealed text`, choice, 'after'] as const,
    [`${name}, in one chunk with sealed text`, choice, 'beside'] as const,
  ])
  const whole = { choices: [{ index: 0, message: { content: PLAIN }, finish_reason: 'stop' }] }
  const bodies: readonly (readonly [string, () => Response])[] = [
    ['a whole body', () => jsonResponse(whole)],
    [
      'a whole body labeled as a stream',
      () =>
        new Response(JSON.stringify(whole), { headers: { 'content-type': 'text/event-stream' } }),
    ],
    ['a stream labeled as JSON', () => stream([whole], 'application/json')],
    ['a list of chunks', () => jsonResponse([{ choices: [said({ content: PLAIN })] }, end])],
  ]

  async function refused(respond: Responding) {
    const { client, connection, sent } = service({ respond })
    const run = runChat(client, connection, ASKED)
    const seen: string[] = []
    run.answer.subscribe((state) => seen.push(JSON.stringify(state)))
    const answer = await run.done
    expect(answer).toMatchObject({ phase: 'failed', failure: { kind: 'downgraded' } })
    expect(sent()).toHaveLength(1)
    expect(sent()[0]?.body).not.toContain('harbour')
    // At no moment was any of it part of the response, and nothing calls the response encrypted.
    expect(seen.join()).not.toContain(PLAIN)
    expect(answerFigures(answer, 'm').map(({ text }) => text)).not.toContain('encrypted')
    const exchange = run.closed()
    expect(exchange && encryptionText(exchange)).toContain('plain text')
    return answer
  }

  it.each(rows)('%s is refused', async (_, choice, place) => {
    const answer = await refused(async (seal) => {
      const first = said({ content: await seal('one'), reasoning_content: await seal('two') }, 2)
      return stream(
        place === 'after'
          ? [{ choices: [first] }, { choices: [choice] }, end]
          : [{ choices: [first, choice] }, end],
      )
    })
    const contents = answer.choices.map(({ content }) => content).join('')
    expect(contents).toBe(place === 'after' ? 'one' : '')
  })

  it.each(bodies)('%s is refused', async (_, respond) => {
    const answer = await refused(async () => respond())
    expect(answer.choices).toEqual([])
  })

  it('is none where a whole body is sealed', async () => {
    const { client, connection } = service({
      respond: async (seal) =>
        jsonResponse({
          choices: [{ index: 0, message: { content: await seal('Hi') }, finish_reason: 'stop' }],
        }),
    })
    expect(await runChat(client, connection, ASKED).done).toMatchObject({
      phase: 'finished',
      choices: [{ content: 'Hi' }],
    })
  })
})
