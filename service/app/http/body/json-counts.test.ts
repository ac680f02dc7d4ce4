import { expect, it } from 'vitest'

import {
  MAX_JSON_DEPTH,
  MAX_JSON_KEYS,
  MAX_JSON_STRUCTURES,
  MAX_JSON_VALUES,
} from '../../../../contract/limits/sizes.ts'
import { createJsonCounter } from './json-counts.ts'
import { readJson } from './read-json.ts'

const bytes = (text: string) => new TextEncoder().encode(text)

/** What the counter says of a text that arrives in pieces of a size. */
function excessOf(text: string, size: number): string | undefined {
  const counter = createJsonCounter()
  const all = bytes(text)
  for (let at = 0; at < all.length; at += size) {
    const excess = counter.add(all.subarray(at, at + size))
    if (excess !== undefined) return excess
  }
  return undefined
}

const list = (item: string, count: number) => `[${Array(count).fill(item).join(',')}]`
const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth)
const keys = (count: number) =>
  `{${Array.from({ length: count }, (_, index) => `"${index}":0`).join(',')}}`

it.each([
  ['levels', nested(MAX_JSON_DEPTH), nested(MAX_JSON_DEPTH + 1)],
  ['values', list('1', MAX_JSON_VALUES - 1), list('1', MAX_JSON_VALUES)],
  ['keys', keys(MAX_JSON_KEYS), keys(MAX_JSON_KEYS + 1)],
  ['objects and lists', list('{}', MAX_JSON_STRUCTURES - 1), list('{}', MAX_JSON_STRUCTURES)],
])('behavior: the most %s that are read are read, and one more is refused', (what, most, more) => {
  expect(excessOf(most, 65_536)).toBeUndefined()
  expect(excessOf(more, 65_536)).toContain(what)
})

it('behavior: what stands inside a string counts as nothing, wherever the bytes are split', () => {
  const inside = '[{,:"\\'.repeat(MAX_JSON_DEPTH + 1)
  const text = JSON.stringify({ [inside]: [inside, `${inside}\\`, '\\\\', '"', 'é"'] })
  for (const size of [1, 2, 3, 7, 64, 65_536]) expect(excessOf(text, size)).toBeUndefined()
  const after = `${text.slice(0, -1)},"more":${nested(MAX_JSON_DEPTH)}}`
  for (const size of [1, 2, 3, 7, 64, 65_536]) expect(excessOf(after, size)).toContain('levels')
})

it.each([
  ['empty objects', '{},'],
  ['lists in lists', '['],
  ['keys', '"a":1,'],
  ['numbers', '1,'],
])('behavior: of 30 MB of %s only the beginning is read', async (_what, piece) => {
  const block = bytes(piece.repeat(Math.floor(65_536 / piece.length)))
  let read = 0
  const body = new ReadableStream<Uint8Array>(
    {
      pull: (controller) => {
        read += block.length
        controller.enqueue(block)
        if (read > 30_000_000) controller.close()
      },
    },
    { highWaterMark: 0 },
  )
  const headers = { 'Content-Type': 'application/json' }
  const init = { method: 'POST', headers, body, duplex: 'half' }
  await expect(readJson(new Request('http://localhost/', init))).rejects.toMatchObject({
    status: 400,
  })
  expect(read).toBeLessThan(2_000_000)
})
