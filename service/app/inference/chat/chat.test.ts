import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import {
  chatCompletionSchema,
  tokenLogprobSchema,
  type ChatCompletion,
} from '../../../../contract/chat/response.ts'
import { rateLimitsResponseSchema } from '../../../../contract/limits/rate-limits.ts'
import { modelListSchema } from '../../../../contract/models/model.ts'
import { validate } from '../../../../contract/validation.ts'
import { z } from '../../../../contract/zod.ts'
import { chunksOf, dataLines, textOf } from '../../../testing/read-stream.ts'
import { startTestService, type TestService } from '../../../testing/start-service.ts'
import { countTokens } from '../prepare/tokens.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service.stop())

async function completion(response: Response): Promise<ChatCompletion> {
  const body: unknown = await response.json()
  const validated = validate(chatCompletionSchema, body)
  if (!validated.ok) throw new Error(JSON.stringify(validated.issues))
  return validated.value
}

function contentOf(answer: ChatCompletion, choice = 0): string {
  const content = answer.choices?.[choice]?.message.content
  return typeof content === 'string' ? content : ''
}

describe('the models list', () => {
  it('needs no credentials, and lists text models unless another type is asked for', async () => {
    const list = async (query: string) => {
      const validated = validate(
        modelListSchema,
        await (await fetch(`${service.baseUrl}/models${query}`)).json(),
      )
      if (!validated.ok) throw new Error(JSON.stringify(validated.issues))
      return validated.value
    }
    const text = await list('')
    expect(text.type).toBe('text')
    expect(text.data).toHaveLength(14)
    expect(
      text.data.every((model) => model.id.startsWith('sandbox-') && model.model_spec?.tier),
    ).toBe(true)
    expect((await list('?type=inpaint')).data.map(({ id }) => id)).toEqual([
      'firered-image-edit',
      'sandbox-quality-edit',
      'sandbox-tall-edit',
    ])
    expect((await list('?type=all')).data).toHaveLength(23)
    expect((await list('?type=upscale')).data).toEqual([])
  })

  it('names traits and compatible models', async () => {
    const data = async (path: string) =>
      Reflect.get(Object(await (await fetch(`${service.baseUrl}${path}`)).json()), 'data')
    expect(await data('/models/traits')).toMatchObject({
      default: 'sandbox-chat',
      fastest: 'sandbox-fast',
    })
    expect(await data('/models/traits?type=inpaint')).toEqual({ default: 'firered-image-edit' })
    expect(await data('/models/compatibility_mapping')).toMatchObject({ 'gpt-4o': 'sandbox-chat' })
  })
})

describe('a chat completion', () => {
  it('has the contract’s shape, headers, usage and cost', async () => {
    const response = await service.chat('Hello')
    for (const name of [
      'cf-ray',
      'date',
      'x-vendor-version',
      'x-vendor-balance-usd',
      'x-vendor-balance-diem',
      'x-ratelimit-limit-requests',
      'x-ratelimit-remaining-tokens',
    ])
      expect([name, response.headers.get(name)]).toEqual([name, expect.stringMatching(/./)])
    expect(response.headers.get('x-vendor-version')).toMatch(/^\d{8}\.\d{6}$/)
    expect(response.headers.get('x-vendor-model-id')).toBe('sandbox-chat')
    expect(response.headers.get('cache-control')).toBe('no-store')
    const answer = await completion(response)
    const { usage, cost } = answer
    expect(contentOf(answer)).toMatch(/^Hello! .*is a simulator: no language model runs here/s)
    expect(answer.choices?.[0]).toMatchObject({ finish_reason: 'stop', index: 0, logprobs: null })
    expect(usage?.completion_tokens).toBe(countTokens(contentOf(answer)))
    expect(usage?.total_tokens).toBe((usage?.prompt_tokens ?? 0) + (usage?.completion_tokens ?? 0))
    const microUsd = Math.ceil(
      (usage?.prompt_tokens ?? 0) * 0.7 + (usage?.completion_tokens ?? 0) * 2.8,
    )
    expect(cost).toEqual({ usd: microUsd / 1_000_000, diem: 0 })
  })

  it('is the same for the same request and seed, and another for another seed', async () => {
    const text = async (seed: number) =>
      contentOf(await completion(await service.chat('Tell me', { seed })))
    expect(await text(1)).toBe(await text(1))
    const seeds = await Promise.all([1, 2, 3, 4, 5].map(text))
    expect(new Set(seeds).size).toBeGreaterThan(1)
  })

  it.each([
    ['default', 'sandbox-chat'],
    ['fastest', 'sandbox-fast'],
    ['gpt-4o-mini', 'sandbox-fast'],
    ['sandbox-chat:enable_web_search=on&strip_thinking_response=true', 'sandbox-chat'],
  ])('resolves the model name %s to %s', async (model, id) => {
    const response = await service.chat('Hi', { model, max_completion_tokens: 5 })
    expect(response.headers.get('x-vendor-model-id')).toBe(id)
    expect((await completion(response)).model).toBe(id)
  })

  it('echoes the parameters in force: suffix over body over default', async () => {
    const answer = await completion(
      await service.chat('Hi', {
        model: 'sandbox-chat:enable_web_citations=true',
        vendor_parameters: {
          enable_web_citations: false,
          enable_web_search: 'auto',
          character_slug: 'ada',
        },
      }),
    )
    expect(answer.vendor_parameters).toMatchObject({
      enable_web_citations: true,
      enable_web_search: 'auto',
      character_slug: 'ada',
      include_vendor_system_prompt: true,
    })
  })

  it('stops at the limit with finish_reason length', async () => {
    const answer = await completion(await service.chat('Hi', { max_completion_tokens: 7 }))
    expect(answer.choices?.[0]).toMatchObject({ finish_reason: 'length', stop_reason: 'length' })
    expect(answer.usage?.completion_tokens).toBe(7)
  })

  it('ends before a stop sequence', async () => {
    const answer = await completion(
      await service.chat('/report Hi', { stop: ['never there', 'simulator'] }),
    )
    expect(contentOf(answer)).toBe('I am **Sandbox Chat**, a ')
    expect(answer.choices?.[0]?.finish_reason).toBe('stop')
  })

  it('gives n choices and charges all of them', async () => {
    const answer = await completion(await service.chat('/tokens 30', { n: 3 }))
    expect(answer.choices?.map(({ index }) => index)).toEqual([0, 1, 2])
    expect(new Set([0, 1, 2].map((choice) => contentOf(answer, choice))).size).toBe(3)
    expect(answer.usage?.completion_tokens).toBe(90)
  })

  it('calls the forced tool with arguments of its schema, then uses the result', async () => {
    const tool = (name: string) => ({
      type: 'function',
      function: {
        name,
        parameters: {
          type: 'object',
          properties: { city: { type: 'string' } },
          required: ['city'],
        },
      },
    })
    const tools = [tool('first'), tool('second')]
    const tool_choice = { type: 'function', function: { name: 'second' } }
    const answer = await completion(await service.chat('Weather?', { tools, tool_choice }))
    const message = answer.choices?.[0]?.message
    expect(answer.choices?.[0]?.finish_reason).toBe('tool_calls')
    expect(message).toMatchObject({
      content: null,
      tool_calls: [
        { type: 'function', function: { name: 'second', arguments: '{"city":"Lisbon"}' } },
      ],
    })

    const followUp = await completion(
      await service.call('/chat/completions', {
        model: 'sandbox-chat',
        tools,
        messages: [
          { role: 'user', content: 'Weather?' },
          message,
          { role: 'tool', tool_call_id: message?.tool_calls?.[0]?.id, content: 'sunny, 21 °C' },
        ],
      }),
    )
    expect(contentOf(followUp)).toContain('sunny, 21 °C')
    const none = await completion(await service.chat('Weather?', { tools, tool_choice: 'none' }))
    expect(none.choices?.[0]?.finish_reason).toBe('stop')
  })

  it('answers JSON of a schema, in both places the schema may stand', async () => {
    const schema = {
      type: 'object',
      properties: { answer: { type: 'integer', minimum: 42 } },
      required: ['answer'],
    }
    for (const json_schema of [{ name: 'x', schema }, schema]) {
      const answer = await completion(
        await service.chat('Hi', { response_format: { type: 'json_schema', json_schema } }),
      )
      expect(JSON.parse(contentOf(answer))).toEqual({ answer: 42 })
    }
  })

  it('reports one log probability per token, sorted alternatives, and none unasked', async () => {
    const answer = await completion(
      await service.chat('/tokens 12', { logprobs: true, top_logprobs: 3 }),
    )
    const validated = validate(
      z.object({ content: z.array(tokenLogprobSchema) }),
      answer.choices?.[0]?.logprobs,
    )
    const tokens = validated.ok ? validated.value.content : []
    expect(tokens).toHaveLength(12)
    expect(tokens.map(({ token }) => token).join('')).toBe(contentOf(answer))
    for (const { logprob, top_logprobs } of tokens) {
      expect(logprob).toBeLessThanOrEqual(0)
      const list = (top_logprobs ?? []).map((alternative) => alternative.logprob)
      expect(list).toHaveLength(3)
      expect(list).toEqual(list.toSorted((a, b) => b - a))
    }
  })

  it('thinks as long as the effort asks for, and not at all when it is disabled', async () => {
    const reasoning = async (more: Record<string, unknown>) => {
      const answer = await completion(
        await service.chat('Hi', { model: 'sandbox-reasoning', ...more }),
      )
      return {
        text: answer.choices?.[0]?.message.reasoning_content ?? '',
        counted: answer.usage?.completion_tokens_details?.reasoning_tokens,
      }
    }
    const [low, high] = await Promise.all([
      reasoning({ reasoning_effort: 'low' }),
      reasoning({ reasoning: { effort: 'high' } }),
    ])
    expect(high.text.length).toBeGreaterThan(low.text.length)
    expect(high.counted).toBe(countTokens(high.text))
    expect(await reasoning({ reasoning_effort: 'none' })).toEqual({ text: '', counted: 0 })
    expect(await reasoning({ vendor_parameters: { disable_thinking: true } })).toEqual({
      text: '',
      counted: 0,
    })
    expect(
      (await reasoning({ reasoning_effort: 'minimal', reasoning: { effort: 'max' } })).text.length,
    ).toBeLessThan(low.text.length)
  })

  it('writes think tags in the legacy form, and strips them when asked', async () => {
    const model = 'sandbox-think-tags'
    expect(contentOf(await completion(await service.chat('Hi', { model })))).toMatch(
      /^<think>[^]+<\/think>/,
    )
    for (const name of ['strip_thinking_response', 'disable_thinking'])
      expect(
        contentOf(
          await completion(
            await service.chat('Hi', { model, vendor_parameters: { [name]: true } }),
          ),
        ),
      ).not.toContain('<think>')
  })

  it('measures images, and drops those a single-image model does not keep', async () => {
    const pixel =
      'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAEAAAABACAIAAAAlC+aJAAAAJUlEQVR4nO3BMQEAAADCoPVPbQhfoAAAAAAAAAAAAAAAAAAAeAMwQAABN8p2lQAAAABJRU5ErkJggg=='
    const image = { type: 'image_url', image_url: { url: pixel } }
    const messages = [
      { role: 'user', content: [{ type: 'text', text: 'One' }, image] },
      { role: 'assistant', content: 'Yes' },
      { role: 'user', content: [{ type: 'text', text: '/report Two' }, image] },
    ]
    const many = contentOf(
      await completion(
        await service.call('/chat/completions', { model: 'sandbox-vision', messages }),
      ),
    )
    expect(many.match(/image, PNG, 64 × 64 px/g)).toHaveLength(2)
    expect(many).not.toContain('dropped')
    const single = contentOf(
      await completion(
        await service.call('/chat/completions', { model: 'sandbox-vision-single', messages }),
      ),
    )
    expect(single.match(/dropped/g)).toHaveLength(1)
  })

  it('passes on unknown fields, as the echo shows', async () => {
    const answer = await completion(await service.chat('/echo', { not_in_the_contract: { a: 1 } }))
    expect(contentOf(answer)).toContain('"not_in_the_contract": {\n    "a": 1')
  })

  it('carries deprecation headers for a deprecated model', async () => {
    const response = await service.chat('Hi', {
      model: 'sandbox-retired',
      max_completion_tokens: 1,
    })
    expect(response.headers.get('x-vendor-model-deprecation-warning')).toContain('sandbox-chat')
    expect(response.headers.get('x-vendor-model-deprecation-date')).toBe('2027-06-30T00:00:00.000Z')
  })
})

describe('a streamed answer', () => {
  it('sends role, deltas, finish, counts with cost, and the end', async () => {
    const response = await service.chat('/tokens 20 /rate 0', { stream: true })
    expect(response.headers.get('content-type')).toContain('text/event-stream')
    expect(response.headers.get('content-encoding')).toBeNull()
    const lines = await dataLines(response.clone())
    expect(lines.at(-1)).toBe('[DONE]')
    const chunks = await chunksOf(response)
    expect(chunks[0]?.choices?.[0]?.delta?.role).toBe('assistant')
    expect(chunks.at(-2)?.choices?.[0]?.finish_reason).toBe('stop')
    expect(chunks.at(-1)).toMatchObject({
      choices: [],
      usage: { completion_tokens: 20 },
      cost: { diem: 0 },
    })
    expect(new Set(chunks.map(({ id }) => id)).size).toBe(1)
    expect(countTokens(textOf(chunks))).toBe(20)
  })

  it('says the same as the answer that is not streamed', async () => {
    const whole = await completion(await service.chat('Hello there', { seed: 5 }))
    const chunks = await chunksOf(
      await service.chat('Hello there', { seed: 5, stream: true, max_completion_tokens: 40 }),
    )
    const limited = await completion(
      await service.chat('Hello there', { seed: 5, max_completion_tokens: 40 }),
    )
    expect(textOf(chunks)).toBe(contentOf(limited))
    expect(contentOf(whole)).not.toBe('')
  })

  it('keeps the rate that was asked for', async () => {
    const started = performance.now()
    await chunksOf(await service.chat('/tokens 21 /rate 50', { stream: true }))
    const took = performance.now() - started
    expect(took).toBeGreaterThan(400)
  })

  it('sends a tool call in pieces that join to JSON', async () => {
    const tools = [
      {
        type: 'function',
        function: { name: 'f', parameters: { type: 'object', properties: { a: { const: 'x' } } } },
      },
    ]
    const chunks = await chunksOf(await service.chat('/rate 0 go', { stream: true, tools }))
    const calls = chunks.flatMap((chunk) => chunk.choices?.[0]?.delta?.tool_calls ?? [])
    expect(calls[0]).toMatchObject({ index: 0, type: 'function', function: { name: 'f' } })
    expect(calls.map((call) => call.function?.arguments ?? '').join('')).toBe('{"a":"x"}')
    expect(chunks.at(-2)?.choices?.[0]?.finish_reason).toBe('tool_calls')
  })

  it('tells an error inside the stream, then ends it', async () => {
    const lines = await dataLines(
      await service.chat('/tokens 10 /rate 0 /stream-error', { stream: true }),
    )
    expect(JSON.parse(lines.at(-2) ?? '')).toEqual({
      error: {
        message: expect.any(String),
        type: 'server_error',
        code: 'model_overloaded',
        param: null,
        retry_after: 5,
      },
    })
    expect(lines.at(-1)).toBe('[DONE]')
  })

  it('drops the connection after so many tokens', async () => {
    const response = await service.chat('/tokens 50 /rate 0 /cut 5', { stream: true })
    const decoder = new TextDecoder()
    let text = ''
    const read = async () => {
      for await (const bytes of response.body ?? []) text += decoder.decode(bytes, { stream: true })
    }
    await expect(read()).rejects.toBeInstanceOf(Error)
    expect(text.match(/"content":"[^"]/g)).toHaveLength(5)
    expect(text).not.toContain('[DONE]')
  })

  it('charges a client that went away for what was generated, and stops generating', async () => {
    const before = await balance()
    const going = new AbortController()
    const response = await fetch(`${service.baseUrl}/chat/completions`, {
      method: 'POST',
      signal: going.signal,
      headers: { Authorization: `Bearer ${service.apiKey}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({
        model: 'sandbox-large',
        stream: true,
        messages: [{ role: 'user', content: '/tokens 60000 /rate 100' }],
      }),
    })
    const reader = response.body?.getReader()
    for (let seen = ''; !seen.includes('Part');)
      seen += new TextDecoder().decode((await reader?.read())?.value)
    going.abort()
    await expect.poll(balance).toBeLessThan(before)
    expect(before - (await balance())).toBeLessThan(0.05)
  })
})

describe('a service that stops', () => {
  it('lets a stream go on for its grace, then tells it in the stream', async () => {
    const stopping = await startTestService()
    const response = await stopping.chat('/tokens 5000 /rate 50', { stream: true })
    const lines = dataLines(response)
    await stopping.stop(200)
    expect((await lines).at(-1)).toBe('[DONE]')
    expect(JSON.parse((await lines).at(-2) ?? '')).toMatchObject({
      error: { message: 'The service is stopping.' },
    })
  })
})

describe('the ledger behind it', () => {
  it('takes exactly the cost that the answers declare', async () => {
    const before = await balance()
    const whole = await completion(await service.chat('/tokens 100'))
    const chunks = await chunksOf(await service.chat('/tokens 100 /rate 0', { stream: true }))
    const cost = (whole.cost?.usd ?? 0) + (chunks.at(-1)?.cost?.usd ?? 0)
    expect(Math.round((before - (await balance())) * 1e6)).toBe(Math.round(cost * 1e6))
  })

  it('answers with limits and balances for a key', async () => {
    const validated = validate(
      rateLimitsResponseSchema,
      await (await service.call('/api_keys/rate_limits')).json(),
    )
    expect(
      validated.ok &&
        validated.value.data.rateLimits.find(({ apiModelId }) => apiModelId === 'sandbox-large'),
    ).toEqual({
      apiModelId: 'sandbox-large',
      rateLimits: [
        { type: 'RPM', amount: 20 },
        { type: 'TPM', amount: 500_000 },
      ],
    })
  })
})

async function balance(): Promise<number> {
  const validated = validate(
    rateLimitsResponseSchema,
    await (await service.call('/api_keys/rate_limits')).json(),
  )
  if (!validated.ok) throw new Error('no balance')
  return validated.value.data.balances?.['USD'] ?? 0
}
