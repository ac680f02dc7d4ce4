import { expect, it, test } from 'vitest'

import {
  FILE_SIZE_LIMIT_BYTES,
  MAX_JSON_BARE_BYTES,
  MAX_JSON_DEPTH,
  MAX_JSON_KEYS,
  MAX_JSON_STRUCTURES,
  MAX_JSON_TEXT_BYTES,
  MAX_JSON_VALUES,
} from '../../../../contract/limits/sizes.ts'
import { nextTurn } from '../../timing.ts'
import { createJsonCounter, readBytes, readJson } from './read-body.ts'

/** A request as Firefox has it: there `body` does not exist. */
function withoutStream(body?: string): Request {
  const request = new Request('https://api.example/', {
    method: 'POST',
    ...(body === undefined ? {} : { body }),
  })
  Object.defineProperty(request, 'body', { value: undefined })
  return request
}

const bytes = (text: string) => new TextEncoder().encode(text)

test('a body is read, and limited, where requests have no stream', async () => {
  const bytes = await readBytes(withoutStream('Hello'), 5)
  expect(new TextDecoder().decode(bytes)).toBe('Hello')
  expect(await readBytes(withoutStream(), 5)).toHaveLength(0)
  await expect(readBytes(withoutStream('Hello!'), 5)).rejects.toMatchObject({ status: 413 })
})

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
  ['objects and arrays', list('{}', MAX_JSON_STRUCTURES - 1), list('{}', MAX_JSON_STRUCTURES)],
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

const long = MAX_JSON_TEXT_BYTES

it('behavior: the largest file is read in one string, as a data URL and as bare base64', () => {
  const base64 = 'A/+z'.repeat(Math.ceil(FILE_SIZE_LIMIT_BYTES / 3))
  for (const text of [`data:image/png;base64,${base64}`, `${base64.slice(4)}AA==`])
    expect(excessOf(`["${text}", 1]`, 65_536)).toBeUndefined()
})

it.each([
  ['spaces', ' '],
  ['escapes', '\\n'],
  ['letters of two bytes', 'é'],
])('behavior: the longest text is read, and a longer one with %s is refused', (_what, piece) => {
  const size = bytes(piece).length
  const most = 'x'.repeat(long - size) + piece
  expect(excessOf(`["${most}", "${most}"]`, 65_536)).toBeUndefined()
  expect(excessOf(`["${most}${piece}"]`, 65_536)).toContain('bytes of text')
  expect(excessOf(`["${most}${'x'.repeat(size)}"]`, 65_536)).toBeUndefined()
})

it('behavior: numbers and white space are read up to a limit of their own', () => {
  expect(excessOf(`${' '.repeat(MAX_JSON_BARE_BYTES - 2)}[]`, 65_536)).toBeUndefined()
  expect(excessOf(`${' '.repeat(MAX_JSON_BARE_BYTES - 1)}[]`, 65_536)).toContain('outside')
  expect(excessOf('1'.repeat(MAX_JSON_BARE_BYTES + 1), 65_536)).toContain('outside')
})

it('behavior: another request is answered before a long body is refused', async () => {
  const order: string[] = []
  const block = bytes('A'.repeat(1_000_000))
  let blocks = 0
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      blocks += 1
      if (blocks <= 30) return controller.enqueue(blocks === 1 ? bytes('"') : block)
      // What arrives with the last bytes.
      void nextTurn().then(() => order.push('answered'))
      controller.close()
    },
  })
  const headers = { 'Content-Type': 'application/json' }
  const init = { method: 'POST', headers, body, duplex: 'half' }
  await readJson(new Request('http://localhost/', init)).catch(() => order.push('refused'))
  expect(order).toEqual(['answered', 'refused'])
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
