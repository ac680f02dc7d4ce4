import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import type { ChatCompletion, Delta } from '../../../../contract/chat/response.ts'
import { completionOf, contentOf } from '../../../testing/completion.ts'
import { chunksOf, textOf } from '../../../testing/read-stream.ts'
import { startTestService, type TestService } from '../../../testing/start-service.ts'
import { countTokens } from '../prepare/tokens.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service.stop())

async function think(more: Record<string, unknown> = {}): Promise<ChatCompletion> {
  return completionOf(await service.chat('Hi', { model: 'sandbox-reasoning', ...more }))
}

describe('reasoning', () => {
  it('grows with every effort, and reasoning_effort wins', async () => {
    const tokens = async (more: Record<string, unknown>) =>
      (await think(more)).usage?.completion_tokens_details?.reasoning_tokens ?? -1
    const counts = await Promise.all(
      ['none', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max'].map((reasoning_effort) =>
        tokens({ reasoning_effort }),
      ),
    )
    expect(counts[0]).toBe(0)
    expect(counts).toEqual(counts.toSorted((a, b) => a - b))
    expect(new Set(counts).size).toBe(counts.length)
    expect(await tokens({})).toBe(counts[3])
    expect(await tokens({ reasoning: { effort: 'low' } })).toBe(counts[2])
    expect(await tokens({ reasoning: { effort: 'max' }, reasoning_effort: 'low' })).toBe(counts[2])
    expect(await tokens({ reasoning: { enabled: false } })).toBe(0)
  })

  it('streams as reasoning_content, then its records, then the answer', async () => {
    const chunks = await chunksOf(
      await service.chat('/rate 0 Hi', {
        model: 'sandbox-reasoning',
        stream: true,
        reasoning: { summary: 'concise' },
      }),
    )
    const deltas = chunks.flatMap((chunk): Delta[] => {
      const delta = chunk.choices?.[0]?.delta
      return delta ? [delta] : []
    })
    const first = (name: string) => deltas.findIndex((delta) => delta[name] && delta[name] !== '')
    expect(first('reasoning_content')).toBeLessThan(first('reasoning_details'))
    expect(first('reasoning_details')).toBeLessThan(first('content'))
    const reasoning = deltas.map((delta) => delta.reasoning_content ?? '').join('')
    const records = deltas.flatMap((delta) => delta.reasoning_details ?? [])
    expect(records.map(({ type }) => type)).toEqual(['reasoning.text', 'reasoning.summary'])
    expect(records[0]).toMatchObject({ text: reasoning, index: 0, format: 'sandbox-v1' })
    expect(reasoning).toContain(String(records[1]?.['text']))
    expect(chunks.at(-1)?.usage?.completion_tokens_details?.reasoning_tokens).toBe(
      countTokens(reasoning),
    )
  })

  it('takes its records back, and notices when they were changed', async () => {
    const details = (await think()).choices?.[0]?.message.reasoning_details ?? []
    const back = async (reasoning_details: unknown) =>
      contentOf(
        await completionOf(
          await service.call('/chat/completions', {
            model: 'sandbox-reasoning',
            messages: [
              { role: 'user', content: 'Hi' },
              { role: 'assistant', content: 'Hello', reasoning_details },
              { role: 'user', content: '/report Go on' },
            ],
          }),
        ),
      )
    expect(await back(details)).toContain('reasoning_details: 1 record, unchanged')
    expect(await back(details.map((record) => ({ ...record, text: 'else' })))).toContain(
      'reasoning_details: 1 record, 1 changed',
    )
    expect(await back([{ type: 'from.elsewhere' }])).not.toContain('reasoning_details:')
  })
})

describe('the legacy think tags', () => {
  const model = 'sandbox-think-tags'

  it('arrive cut over several chunks', async () => {
    const chunks = await chunksOf(await service.chat('/rate 0 Hi', { model, stream: true }))
    expect(textOf(chunks)).toMatch(/^<think>[^]+<\/think>\n\n\S/)
    expect(chunks.some((chunk) => chunk.choices?.[0]?.delta?.content?.includes('<think>'))).toBe(
      false,
    )
  })

  it('are stripped from a stream too, while their tokens stay counted', async () => {
    const [plain, stripped, disabled] = await Promise.all(
      [{}, { strip_thinking_response: true }, { disable_thinking: true }].map(
        async (vendor_parameters) =>
          chunksOf(await service.chat('/rate 0 Hi', { model, stream: true, vendor_parameters })),
      ),
    )
    const used = (chunks: typeof plain) => chunks?.at(-1)?.usage?.completion_tokens ?? 0
    expect(textOf(stripped ?? [])).toMatch(/^Hi there!/)
    expect(textOf(disabled ?? [])).toMatch(/^Hi there!/)
    expect(used(stripped)).toBeGreaterThan(countTokens(textOf(stripped ?? [])))
    expect(used(disabled)).toBe(countTokens(textOf(disabled ?? [])))
    expect(used(disabled)).toBeLessThan(used(plain))
  })
})
