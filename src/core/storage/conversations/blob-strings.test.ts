import { expect, test } from 'vitest'

import { externalize, inline } from './blob-strings.ts'

const long = `data:image/png;base64,${'A'.repeat(2_500_000)}`
const between = `${'x'.repeat(1024 * 1024 - 1)}😀${'é'.repeat(1_000_000)}`
const record = {
  id: 'a',
  message: {
    content: [
      { type: 'text', text: between },
      { type: 'image_url', image_url: { url: long } },
      { type: 'image_url', image_url: { url: long } },
    ],
    note: null,
  },
}

test('long strings are stored as Blobs and come back as they were', async () => {
  const stored = await externalize(record)
  expect(stored.message.content[0]?.text).toBeInstanceOf(Blob)
  expect(stored.message.content[1]?.image_url?.url).toBeInstanceOf(Blob)
  expect(JSON.stringify(stored).length).toBeLessThan(500)
  expect(await inline(stored)).toEqual(record)
})

test('what holds nothing long stays the very same', async () => {
  const short = { id: 'b', message: { content: 'Hello' } }
  expect(await externalize(short)).toBe(short)
  expect(await inline(short)).toBe(short)
})

test('a text with half a character stays as it is', async () => {
  const broken = { text: `${'x'.repeat(1_000_000)}\uD800` }
  expect(await externalize(broken)).toBe(broken)
})

test('only what is wanted is read', async () => {
  const read = await inline(await externalize(record), (name) => name === 'text')
  expect(read.message.content[0]?.text).toBe(between)
  expect(read.message.content[1]?.image_url?.url).toBe('')
})
