import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import type { ToolCall } from '../../../../contract/chat/messages.ts'
import type { ChatCompletion } from '../../../../contract/chat/response.ts'
import { startTestService, type TestService } from '../../../testing/start-service.ts'

let service: TestService
let png = ''
beforeAll(async () => {
  service = await startTestService({ flags: ['--like-provider'] })
  const pixels = { width: 64, height: 64, channels: 3, background: 'teal' } as const
  png = (await sharp({ create: pixels }).png().toBuffer()).toString('base64')
})
afterAll(() => service.stop())

const TOOLS = [
  {
    type: 'function',
    function: {
      name: 'weather',
      parameters: { type: 'object', properties: { city: { type: 'string' } } },
    },
  },
]

async function completion(response: Response): Promise<ChatCompletion> {
  expect(response.status).toBe(200)
  return response.json() as Promise<ChatCompletion>
}

describe('thought signatures', () => {
  const question = { role: 'user', content: "What's the weather in Paris?" }
  const ask = (messages: unknown[], model = 'sandbox-large') =>
    service.chat('', { model, tools: TOOLS, messages })
  const goOn = (call: unknown) =>
    ask([
      question,
      { role: 'assistant', content: null, tool_calls: [call] },
      { role: 'tool', tool_call_id: (call as ToolCall).id, content: '12 °C' },
    ])

  it('come with the tool calls of one family, and must come back', async () => {
    const { choices } = await completion(await ask([question]))
    const [call] = choices?.[0]?.message.tool_calls ?? []
    expect(call).toMatchObject({ thought_signature: expect.any(String) })
    expect((await goOn(call)).status).toBe(200)
    const { thought_signature: _, ...stripped } = call as ToolCall
    const refused = await goOn(stripped)
    expect(refused.status).toBe(400)
    expect(await refused.json()).toMatchObject({
      error: expect.stringContaining('Function call is missing a thought_signature'),
    })
    expect((await goOn({ ...stripped, thought_signature: 'changed' })).status).toBe(400)
  })

  it('come in streams too, and from no other model', async () => {
    const streamed = await service.chat(question.content, {
      model: 'sandbox-large',
      tools: TOOLS,
      stream: true,
    })
    expect(await streamed.text()).toContain('"thought_signature":')
    const { choices } = await completion(await ask([question], 'sandbox-chat'))
    expect(choices?.[0]?.message.tool_calls?.[0]).not.toHaveProperty('thought_signature')
  })
})

/** What a model that repeats its request received. */
async function received(body: Record<string, unknown>): Promise<Record<string, unknown>> {
  const { choices } = await completion(await service.call('/chat/completions', body))
  const content = choices?.[0]?.message.content
  const [, json = ''] =
    /```json\n([\s\S]*)\n```/.exec(typeof content === 'string' ? content : '') ?? []
  return JSON.parse(json) as Record<string, unknown>
}

describe('a request', () => {
  it('is read under other names, without what nobody uses', async () => {
    const body = {
      model: 'sandbox-chat',
      input: '/echo',
      max_output_tokens: 900,
      web_search: false,
      include: ['x'],
      metadata: { a: 'b' },
      user: 'someone',
      store: true,
      tool_choice: { type: 'auto' },
    }
    expect(await received(body)).toEqual({
      model: 'sandbox-chat',
      messages: [{ role: 'user', content: '/echo' }],
      max_tokens: 900,
      vendor_parameters: { enable_web_search: 'off' },
      tool_choice: 'auto',
    })
  })

  it("takes other vendors' tools, and drops assistant messages that say nothing", async () => {
    const schema = { type: 'object', properties: {} }
    const user = { role: 'user', content: '/echo' }
    const { messages, tools } = await received({
      model: 'sandbox-chat',
      messages: [{ role: 'assistant', content: '' }, { role: 'assistant', tool_calls: [] }, user],
      tool_choice: 'none',
      tools: [
        { type: 'function', name: 'flat', parameters: schema },
        { name: 'anthropic', input_schema: schema },
        { functionDeclarations: [{ name: 'google', parameters: schema }] },
      ],
    })
    expect(messages).toEqual([user])
    expect(tools).toEqual(
      ['flat', 'anthropic', 'google'].map((name) => ({
        type: 'function',
        function: { name, parameters: schema },
      })),
    )
  })

  it.each(['Sandbox_Chat', 'vendor/sandbox.chat', 'sandbox chat'])(
    'may spell its model %s',
    async (model) => {
      const { model: used } = await completion(await service.chat('/tokens 1', { model }))
      expect(used).toBe('sandbox-chat')
    },
  )

  it('for a model that is not there is told which it may mean', async () => {
    const response = await service.chat('Hi', { model: 'sandbox-larg' })
    expect(response.status).toBe(404)
    expect(await response.json()).toMatchObject({
      error: expect.stringContaining('Did you mean sandbox-large?'),
    })
  })

  it('of a reasoning model is refused for what would steer its sampling, with the reason in issues', async () => {
    const refused = await service.chat('Hi', { model: 'sandbox-reasoning', seed: 1, n: 2 })
    expect(refused.status).toBe(400)
    expect(await refused.json()).toMatchObject({
      error: 'Invalid request parameters',
      issues: [{ path: ['seed'], message: expect.stringContaining('seed') }, { path: ['n'] }],
    })
  })

  it('may have no GIF', async () => {
    const gif = `data:image/gif;base64,${Buffer.from('GIF89a\u0040\u0000\u0040\u0000\u0000\u0000\u0000;', 'latin1').toString('base64')}`
    const content = [{ type: 'image_url', image_url: { url: gif } }]
    const messages = [{ role: 'user', content }]
    const refused = await service.chat('', { model: 'sandbox-vision', messages })
    expect(refused.status).toBe(400)
    expect(await refused.text()).toContain('is a GIF image')
  })
})

describe('a response', () => {
  it('ends with tool_calls where search results came as one, before the content', async () => {
    const vendor_parameters = { enable_web_search: 'on', return_search_results_as_documents: true }
    const { choices } = await completion(
      await service.chat('What are server-sent events?', { vendor_parameters }),
    )
    expect(choices).toMatchObject([
      {
        finish_reason: 'tool_calls',
        message: { tool_calls: [{ function: { name: 'vendor_web_search_documents' } }] },
      },
    ])
    expect(choices?.[0]?.message.content).not.toBe('')
  })

  it('is of a search unless the last message has an image', async () => {
    const image = `data:image/png;base64,${png}`
    const ask = async (content: unknown) => {
      const { cost } = await completion(
        await service.chat('', {
          model: 'sandbox-vision',
          messages: [{ role: 'user', content }],
          vendor_parameters: { enable_web_search: 'on' },
        }),
      )
      return cost?.usd ?? 0
    }
    const text = { type: 'text', text: '/tokens 1' }
    expect(await ask([text])).toBeGreaterThan(0.01)
    expect(await ask([text, { type: 'image_url', image_url: { url: image } }])).toBeLessThan(0.01)
  })

  it('counts tokens as its family does, and has one frame with its cost', async () => {
    const usageOf = async (model: string) => {
      const response = await service.chat('/tokens 2', {
        model,
        stream: true,
        stream_options: { include_usage: false },
      })
      const frames = (await response.text())
        .split('\n\n')
        .filter((event) => event.startsWith('data: {'))
        .map((event): ChatCompletion => JSON.parse(event.slice('data: '.length)))
        .filter(({ cost }) => cost !== undefined)
      expect(frames).toMatchObject([{ choices: [] }])
      return frames[0]?.usage
    }
    expect(await usageOf('sandbox-chat')).not.toHaveProperty('completion_tokens_details')
    expect(await usageOf('sandbox-large')).toHaveProperty('cache_read_input_tokens')
    expect(await usageOf('sandbox-fast')).toMatchObject({ prompt_tokens_details: null })
    expect(await usageOf('sandbox-reasoning')).toMatchObject({
      completion_tokens_details: { reasoning_tokens: expect.any(Number) },
    })
    expect(await completion(await service.chat('/tokens 1'))).toMatchObject({
      service_tier: 'default',
    })
  })
})

describe('other endpoints', () => {
  it('are gone where they were retired', async () => {
    expect((await service.call('/billing/usage')).status).toBe(410)
    expect((await service.call('/video/transcriptions', {})).status).toBe(410)
  })

  it('list models for any key, and a mapping for one type at a time', async () => {
    const unknown = { Authorization: 'Bearer unknown' }
    expect((await service.call('/models', undefined, unknown)).status).toBe(200)
    expect((await service.call('/models?type=decision')).status).toBe(200)
    expect((await service.call('/models/traits?type=all')).status).toBe(200)
    expect((await service.call('/models/compatibility_mapping?type=all')).status).toBe(400)
  })
})
