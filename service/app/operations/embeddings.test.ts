import fc from 'fast-check'
import OpenAI from 'openai'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { anyCharacter } from '../../testing/fuzz/arbitraries.ts'
import { startTestService, type TestService } from '../../testing/start-service.ts'
import { tokenId, tokenize } from '../inference/prepare/tokens.ts'
import { embed } from './embeddings.ts'

const dot = (a: ArrayLike<number>, b: ArrayLike<number>) =>
  Array.from(a).reduce((sum, value, index) => sum + value * (b[index] ?? 0), 0)

describe('an embedding', () => {
  it('has length 1 and is the same again, for any text and any number of dimensions', () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.string({ unit: anyCharacter }), fc.lorem()),
        fc.integer({ min: 1, max: 1024 }),
        (text, dimensions) => {
          const vector = embed(text, dimensions)
          expect(vector).toHaveLength(dimensions)
          expect(dot(vector, vector)).toBeCloseTo(1, 4)
          expect(embed(text, dimensions)).toEqual(vector)
        },
      ),
    )
  })

  it.each([
    [
      'The cat sleeps on the mat.',
      'A cat was sleeping on a mat.',
      'Interest rates rose by a point.',
    ],
    ['How do I reset my password?', 'Resetting a forgotten password', 'The soup needs more salt'],
    ['Rate limits and retries', 'retry after a rate limit', 'Blue whales sing at night'],
  ])('is nearer for a similar text: %s', (text, similar, other) => {
    const [a, b, c] = [text, similar, other].map((one) => embed(one, 1024))
    expect(a && b && c && dot(a, b) > dot(a, c) + 0.2).toBe(true)
  })
})

describe('POST /embeddings', () => {
  let service: TestService
  let client: OpenAI
  beforeAll(async () => {
    service = await startTestService()
    client = new OpenAI({ baseURL: service.baseUrl, apiKey: service.apiKey, maxRetries: 0 })
  })
  afterAll(() => service.stop())

  const ask = (body: Record<string, unknown>) =>
    service.call('/embeddings', { model: 'sandbox-embedding', ...body })
  const first = async (response: Response): Promise<number[]> => {
    const { data } = (await response.json()) as { data: { embedding: number[] }[] }
    return data[0]?.embedding ?? []
  }

  it('answers the OpenAI client as it is, in base64 and in floats', async () => {
    const input = ['one text', 'another text']
    const model = 'text-embedding-3-small'
    const asBase64 = await client.embeddings.create({ model, input })
    const asFloats = await client.embeddings.create({ model, input, encoding_format: 'float' })
    expect(asBase64.data.map(({ index }) => index)).toEqual([0, 1])
    expect(asBase64.data[1]?.embedding).toHaveLength(1024)
    for (const [index, { embedding }] of asBase64.data.entries())
      expect(dot(embedding, asFloats.data[index]?.embedding ?? [])).toBeCloseTo(1, 4)
    expect(asBase64.usage).toEqual({ prompt_tokens: 5, total_tokens: 5 })
  })

  it('takes token ids as the text that they are', async () => {
    const text = 'Tokens of this service'
    const ids = tokenize(text).map(tokenId)
    const fromText = await first(await ask({ input: text }))
    expect(await first(await ask({ input: ids }))).toEqual(fromText)
    expect(await first(await ask({ input: [ids, ids] }))).toEqual(fromText)
  })

  it('behavior: reads as many token ids as fit, and tells the first thing in a list that is none', async () => {
    const many = Array.from({ length: 30 }, () => Array(8192).fill(7))
    expect((await ask({ input: many })).status).toBe(200)
    const strange = await ask({ input: [...many, [7, null]] })
    expect(strange.status).toBe(400)
    expect(await strange.json()).toMatchObject({ issues: [{ path: ['input', 30] }] })
  })

  it('has as many dimensions as are asked for', async () => {
    expect(await first(await ask({ input: 'x', dimensions: 7 }))).toHaveLength(7)
  })

  it('is billed, limited and named in the headers', async () => {
    const response = await ask({ input: 'word '.repeat(4000) })
    const { headers } = response
    expect(headers.get('x-vendor-model-id')).toBe('sandbox-embedding')
    expect(headers.get('x-ratelimit-limit-requests')).toBe('500')
    expect(Number(headers.get('x-vendor-balance-usd'))).toBeGreaterThan(9)
    const usage = (await (await service.call('/billing/usage?limit=1')).json()) as {
      data: Record<string, unknown>[]
    }
    const tokens = usage.data[0]?.['inferenceDetails']
    const count = Number(Reflect.get(Object(tokens), 'promptTokens'))
    expect(count).toBeGreaterThan(3999)
    expect(usage.data[0]).toMatchObject({
      sku: 'sandbox-embedding',
      amount: -Math.ceil((count * 150_000) / 1e6) / 1e6,
    })
  })

  it.each([
    [{}, 400],
    [{ input: '' }, 400],
    [{ input: [] }, 400],
    [{ input: ['a', ''] }, 400],
    [{ input: [1, 'a'] }, 400],
    [{ input: 'a', dimensions: 0 }, 400],
    [{ input: 'a', dimensions: 1025 }, 400],
    [{ input: 'a', encoding_format: 'hex' }, 400],
    [{ input: 'word '.repeat(9000) }, 400],
    [{ input: 'a', model: 'sandbox-chat' }, 400],
    [{ input: 'a', model: 'nothing' }, 404],
  ])('refuses %j with %s', async (body, status) => {
    expect((await ask(body)).status).toBe(status)
  })
})
