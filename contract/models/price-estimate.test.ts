import fc from 'fast-check'
import { expect, test } from 'vitest'

import type { Message } from '../chat/messages.ts'
import type { JsonObject } from '../json.ts'
import type { Model } from './model.ts'
import { estimatePrice, sumEstimates } from './price-estimate.ts'

const model = (more: object = {}): Model => ({
  id: 'm',
  model_spec: {
    maxCompletionTokens: 1000,
    pricing: { input: { usd: 1 }, output: { usd: 4 } },
    ...more,
  },
})
const hello = [{ role: 'user', content: 'Hello you' } as const]

test('counts the prompt with caution and the answer up to its limit, for each choice', () => {
  // 9 bytes are at most 5 tokens, and 8 for the message; $1 a million is 1 micro-USD a token.
  expect(estimatePrice(model(), {}, hello).microUsd).toBe(13 + 4 * 1000)
  expect(estimatePrice(model(), { max_completion_tokens: 50, n: 3 }, hello).microUsd).toBe(
    13 + 4 * 50 * 3,
  )
  expect(estimatePrice(model(), { max_tokens: 5000 }, hello).microUsd).toBe(13 + 4 * 1000)
  expect(estimatePrice(model(), { max_tokens: 0 }, hello).microUsd).toBe(13 + 4 * 1000)
})

test('without a price or without any limit nothing is claimed', () => {
  expect(estimatePrice(undefined, {}, hello).microUsd).toBeUndefined()
  expect(estimatePrice({ id: 'm' }, { max_tokens: 9 }, hello).microUsd).toBeUndefined()
  const unlimited: Model = { id: 'm', model_spec: { pricing: { output: { usd: 4 } } } }
  expect(estimatePrice(unlimited, {}, hello).microUsd).toBeUndefined()
  expect(estimatePrice(unlimited, { max_tokens: 10 }, hello).microUsd).toBe(40)
})

test('a long prompt takes the higher of the two prices', () => {
  const far = {
    input: { usd: 1 },
    output: { usd: 4 },
    extended: { context_token_threshold: 10, input: { usd: 2 }, output: { usd: 8 } },
  }
  expect(estimatePrice(model({ pricing: far }), { max_tokens: 1 }, hello).microUsd).toBe(26 + 8)
})

test('what is billed besides tokens is said', () => {
  const search = { vendor_parameters: { enable_web_search: 'auto' } }
  expect(estimatePrice(model(), search, hello).extras).toBe(true)
  expect(estimatePrice(model(), {}, hello).extras).toBe(false)
})

test('searches count at a cent each, and so do the pages that the last message names', () => {
  const plain = estimatePrice(model(), {}, hello).microUsd ?? 0
  const more = (vendor_parameters: JsonObject, messages: readonly Message[] = hello) =>
    (estimatePrice(model(), { vendor_parameters }, messages).microUsd ?? 0) - plain
  expect(more({ enable_web_search: 'auto' })).toBe(10_000)
  expect(more({ enable_web_search: 'on', enable_x_search: true })).toBe(20_000)
  expect(more({ enable_web_search: 'off', enable_web_scraping: true })).toBe(0)
  const urls = Array.from({ length: 7 }, (_, at) => `https://a.example/${at}`).join(' ')
  expect(more({ enable_web_scraping: true }, [{ role: 'user', content: urls }])).toBeGreaterThan(
    50_000,
  )
})

test('the sum holds what is known and counts what is not', () => {
  const estimates = [
    { microUsd: 5, extras: false },
    { microUsd: undefined, extras: true },
    { microUsd: 7, extras: false },
  ]
  expect(sumEstimates(estimates)).toEqual({ microUsd: 12, unknown: 1, extras: true })
  expect(sumEstimates([])).toEqual({ microUsd: undefined, unknown: 0, extras: false })
})

test('more words and a higher limit never lower the estimate', () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), fc.nat(5000), fc.nat(5000), (a, b, less, more) => {
      const price = (content: string, max_tokens: number) =>
        estimatePrice(model(), { max_tokens }, [{ role: 'user', content }]).microUsd ?? 0
      expect(price(a + b, 1 + less + more)).toBeGreaterThanOrEqual(price(a, 1 + less))
    }),
  )
})
