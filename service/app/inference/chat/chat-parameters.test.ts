import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { tokenLogprobSchema, type ChatCompletion } from '../../../../contract/chat/response.ts'
import { validate } from '../../../../contract/validation.ts'
import { z } from '../../../../contract/zod.ts'
import { completionOf, contentOf } from '../../../testing/completion.ts'
import { chunksOf } from '../../../testing/read-stream.ts'
import { startTestService, type TestService } from '../../../testing/start-service.ts'
import { tokenId } from '../prepare/tokens.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service.stop())

async function ask(text: string, more: Record<string, unknown> = {}): Promise<ChatCompletion> {
  return completionOf(await service.chat(text, more))
}

async function refusal(
  more: Record<string, unknown>,
): Promise<{ status: number; details: unknown }> {
  const response = await service.chat('Hi', more)
  const body: unknown = await response.json()
  return { status: response.status, details: Reflect.get(Object(body), 'details') }
}

/** A tool with one text parameter. */
function tool(name: string) {
  return {
    type: 'function',
    function: {
      name,
      parameters: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
    },
  }
}

describe('ending an answer', () => {
  it('ends before a stop text, given alone or in a list', async () => {
    for (const stop of [' simulator', ['nowhere', ' simulator']])
      expect(contentOf(await ask('/report Hi', { stop }))).toBe('I am **Sandbox Chat**, a')
  })

  it('ends before a token with one of the ids, which are the bytes that logprobs report', async () => {
    const answer = await ask('/report Hi', { logprobs: true, max_completion_tokens: 30 })
    const validated = validate(
      z.object({ content: z.array(tokenLogprobSchema) }),
      answer.choices?.[0]?.logprobs,
    )
    const comma = validated.ok
      ? validated.value.content.find(({ token }) => token === ',')
      : undefined
    expect(comma?.bytes?.reduce((id, byte) => id * 256 + byte, 0)).toBe(tokenId(','))
    const stopped = await ask('/report Hi', { stop_token_ids: [tokenId(',')] })
    expect(contentOf(stopped)).toBe('I am **Sandbox Chat**')
    expect(stopped.choices?.[0]).toMatchObject({ finish_reason: 'stop', stop_reason: 'stop' })
    expect(tokenId('.')).toBe(46)
    expect(tokenId('\n\n')).toBe(2570)
  })

  it('takes the older limit, ignores it at 0 or below, and prefers the newer one', async () => {
    expect((await ask('Hi', { max_tokens: 5 })).usage?.completion_tokens).toBe(5)
    expect((await ask('Hi', { max_tokens: 0 })).choices?.[0]?.finish_reason).toBe('stop')
    expect((await ask('Hi', { max_tokens: -1 })).choices?.[0]?.finish_reason).toBe('stop')
    const both = await ask('Hi', { max_tokens: 5, max_completion_tokens: 9 })
    expect(both.usage?.completion_tokens).toBe(9)
    expect(contentOf(await ask('/report Hi', { max_tokens: 5000 }))).toContain('deprecated')
  })
})

describe('sampling', () => {
  const sentences = async (more: Record<string, unknown>) => {
    const text = contentOf(await ask('/tokens 600', more))
    return new Set(text.match(/[A-Z][^.#`\n]+\./g)).size
  }

  it('words the answer more variedly the higher the temperature', async () => {
    const [cold, mild, hot] = await Promise.all(
      [0, 0.4, 2].map((temperature) => sentences({ temperature })),
    )
    expect(cold).toBe(1)
    expect(mild).toBeGreaterThan(1)
    expect(hot).toBeGreaterThan(mild ?? 0)
  })

  it('varies less with top_k, top_p and min_p, and more with penalties', async () => {
    const plain = await sentences({ temperature: 1.5, top_p: 1 })
    for (const less of [{ top_k: 1 }, { top_p: 0 }, { min_p: 1 }])
      expect(await sentences({ temperature: 1.5, ...less })).toBe(1)
    const cold = await sentences({ temperature: 0 })
    for (const penalty of [
      { frequency_penalty: 1 },
      { presence_penalty: 2 },
      { repetition_penalty: 4 },
    ])
      expect(await sentences({ temperature: 0, ...penalty })).toBeGreaterThan(cold)
    expect(await sentences({ min_temp: 0, max_temp: 0 })).toBe(1)
    expect(plain).toBeGreaterThan(5)
  })

  it('refuses a lowest temperature above the highest', async () => {
    expect(await refusal({ min_temp: 1.5, max_temp: 0.5 })).toMatchObject({
      status: 400,
      details: { min_temp: { _errors: [expect.stringContaining('max_temp')] } },
    })
  })

  it('lists every parameter that was sent', async () => {
    const sent = {
      top_k: 7,
      min_p: 0.1,
      min_temp: 0.2,
      max_temp: 0.9,
      frequency_penalty: 0.5,
      presence_penalty: 0.25,
      repetition_penalty: 1.1,
      parallel_tool_calls: false,
      prompt_cache_retention: '24h',
    }
    const text = contentOf(await ask('/report Hi', sent))
    for (const [name, value] of Object.entries(sent))
      expect(text).toContain(`| \`${name}\` | \`${JSON.stringify(value)}\` | sent |`)
  })
})

describe('choices', () => {
  it('has a limit that the error names', async () => {
    expect(
      await refusal({ n: 5000, model: 'sandbox-fast', max_completion_tokens: 1 }),
    ).toMatchObject({ status: 400, details: { n: { _errors: [expect.stringContaining('1024')] } } })
  })
})

describe('fields that a model does not support', () => {
  it.each([
    ['logprobs', { model: 'sandbox-fast', logprobs: true }],
    ['response_format', { model: 'sandbox-media', response_format: { type: 'json_object' } }],
    [
      'response_format',
      {
        model: 'sandbox-think-tags',
        response_format: { type: 'json_schema', json_schema: { schema: {} } },
      },
    ],
    ['tools', { model: 'sandbox-media', tools: [tool('f')] }],
    ['tool_choice', { tool_choice: 'required' }],
  ])('%s is refused with 400', async (field, more) => {
    expect(await refusal(more)).toMatchObject({
      status: 400,
      details: { [field]: { _errors: [expect.any(String)] } },
    })
  })

  it('accepts the values that ask for nothing', async () => {
    const model = 'sandbox-media'
    for (const more of [
      { logprobs: false },
      { response_format: { type: 'text' } },
      { tools: null },
      { tools: [tool('f')], tool_choice: 'none' },
    ])
      expect((await service.chat('Hi', { model, ...more })).status).toBe(200)
  })
})

describe('verbosity', () => {
  it('makes the answer shorter or longer, from either place, the first one winning', async () => {
    const length = async (more: Record<string, unknown>) =>
      contentOf(await ask('What are server-sent events?', { ...more, temperature: 0 })).length
    const [low, auto, high, inText, both] = await Promise.all([
      length({ verbosity: 'low' }),
      length({}),
      length({ verbosity: 'high' }),
      length({ text: { verbosity: 'low' } }),
      length({ text: { verbosity: 'high' }, verbosity: 'low' }),
    ])
    expect(low).toBeLessThan(auto ?? 0)
    expect(high).toBeGreaterThan(auto ?? 0)
    expect(inText).toBeLessThan(auto ?? 0)
    expect(both).toBeLessThan(auto ?? 0)
  })
})

describe('fields for compatibility', () => {
  it('are accepted, and the report says what becomes of them', async () => {
    const text = contentOf(
      await ask('/report Hi', {
        user: 'somebody',
        store: true,
        metadata: { run: '1' },
        include: ['message.output_text.logprobs'],
        stream_options: { include_usage: false },
      }),
    )
    expect(text).toContain('| accepted, ignored |')
    expect(text).toContain('| accepted for your tracking |')
    expect(text).toContain('| accepted, no effect here |')
  })
})

describe('tools', () => {
  const tools = [tool('weather'), tool('time'), tool('news')]
  const called = (answer: ChatCompletion) =>
    answer.choices?.[0]?.message.tool_calls?.map((call) => call.function.name)

  it('are called by name, several at once unless that is forbidden', async () => {
    const text = 'Use weather and news, please.'
    expect(called(await ask(text, { tools }))).toEqual(['weather', 'news'])
    expect(called(await ask(text, { tools, parallel_tool_calls: false }))).toEqual(['weather'])
    expect(called(await ask('Hi', { tools, tool_choice: 'required' }))).toEqual(['weather'])
    expect(called(await ask('Hi', { tools, tool_choice: 'auto' }))).toBeUndefined()
    expect(called(await ask('/tool Hi', { tools, tool_choice: 'auto' }))).toEqual(['weather'])
    expect(called(await ask(text, { tools, tool_choice: 'none' }))).toBeUndefined()
    const forced = { type: 'function', function: { name: 'time' } }
    expect(called(await ask(text, { tools, tool_choice: forced }))).toEqual(['time'])
  })

  it('stream several calls, each with its own index, and use all results', async () => {
    const chunks = await chunksOf(
      await service.chat('/rate 0 weather news', { tools, stream: true }),
    )
    const pieces = chunks.flatMap((chunk) => chunk.choices?.[0]?.delta?.tool_calls ?? [])
    const argumentsOf = (index: number) =>
      pieces
        .filter((piece) => piece.index === index)
        .map((piece) => piece.function?.arguments ?? '')
        .join('')
    expect([0, 1].map(argumentsOf).map((text) => JSON.parse(text))).toEqual([
      { city: 'Lisbon' },
      { city: 'Lisbon' },
    ])
    const ids = pieces.flatMap(({ id }) => (id ? [id] : []))
    expect(new Set(ids).size).toBe(2)
    const answer = await completionOf(
      await service.call('/chat/completions', {
        model: 'sandbox-chat',
        tools,
        messages: [
          { role: 'user', content: 'weather news' },
          {
            role: 'assistant',
            content: null,
            tool_calls: ids.map((id) => ({
              id,
              type: 'function',
              function: { name: 'weather', arguments: '{}' },
            })),
          },
          { role: 'tool', tool_call_id: ids[0], content: 'sunny' },
          { role: 'tool', tool_call_id: ids[1], content: 'all quiet' },
        ],
      }),
    )
    expect(contentOf(answer)).toContain('`weather` says: sunny.\n\n`weather` says: all quiet.')
  })
})

describe('a hostile body', () => {
  it('cannot forge an event with a tool name', async () => {
    const name = 'f\r\n\ndata: [DONE]\u2028\0'
    const tools = [{ type: 'function', function: { name } }]
    const response = await service.chat('/rate 0 go', { stream: true, tools })
    const chunks = await chunksOf(response)
    const calls = chunks.flatMap((chunk) => chunk.choices?.[0]?.delta?.tool_calls ?? [])
    expect(calls[0]?.function?.name).toBe(name)
    expect(chunks.at(-1)?.usage).toBeDefined()
  })

  it('with very many faults is refused like any other', async () => {
    const messages = Array.from({ length: 300_000 }, () => 5)
    expect(await refusal({ messages })).toMatchObject({
      status: 400,
      details: { _errors: [expect.any(String)] },
    })
  })
})

describe('a JSON object', () => {
  it('is JSON', async () => {
    const answer = await ask('Hi', { response_format: { type: 'json_object' } })
    expect(JSON.parse(contentOf(answer))).toEqual(expect.any(Object))
  })

  it('follows a flat schema that has a member called schema', async () => {
    const json_schema = {
      type: 'object',
      properties: { schema: { const: 1 } },
      required: ['schema'],
    }
    const answer = await ask('Hi', { response_format: { type: 'json_schema', json_schema } })
    expect(JSON.parse(contentOf(answer))).toEqual({ schema: 1 })
  })
})
