import fc from 'fast-check'
import { expect, test } from 'vitest'

import type { JsonValue } from '../../../../contract/json.ts'
import { bodyBytes, jsonBody, longJsonBody } from './request-body.ts'

const value = fc.jsonValue({ stringUnit: 'binary', maxDepth: 4 }) as fc.Arbitrary<JsonValue>

test('a body in pieces is byte for byte the body in one', async () => {
  await fc.assert(
    fc.asyncProperty(value, fc.integer({ min: 1, max: 7 }), async (body, piece) => {
      const blob = await longJsonBody(body, piece)
      expect(await blob.text()).toBe(JSON.stringify(body))
    }),
    { numRuns: 300 },
  )
})

test('a short body is text, one with a file of megabytes is written in pieces', async () => {
  const short = await jsonBody({ content: 'Grüße' })
  expect(short).toBe('{"content":"Grüße"}')
  expect(bodyBytes(short)).toBe(21)
  const url = `data:image/png;base64,${'A'.repeat(3_000_000)}`
  const body = { messages: [{ content: [{ image_url: { url } }] }] }
  const long = await jsonBody(body)
  expect(long).toBeInstanceOf(Blob)
  expect(bodyBytes(long)).toBe(JSON.stringify(body).length)
})
