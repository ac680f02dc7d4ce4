import fc from 'fast-check'
import { expect, test } from 'vitest'

import { roomInChunk } from './code.tsx'

/** The chunks that a text arriving in pieces makes. */
function chunksOf(pieces: readonly string[]): string[] {
  const chunks: string[] = ['']
  for (const piece of pieces) {
    for (let at = 0; at < piece.length;) {
      const held = chunks.at(-1) ?? ''
      const room = roomInChunk(piece.slice(at), held)
      if (room === 0) chunks.push('')
      else {
        chunks[chunks.length - 1] = held + piece.slice(at, at + room)
        at += room
      }
    }
  }
  return chunks
}

const line = fc
  .tuple(fc.string({ unit: 'grapheme', maxLength: 10 }), fc.integer({ min: 0, max: 700 }))
  .map(([text, times]) => text.replaceAll('\n', '').repeat(times))
const pieces = fc.array(fc.oneof(line, fc.constant('\n')), { maxLength: 30 })

test('chunks hold the whole text, end with a line or are long, and break no character', () => {
  fc.assert(
    fc.property(pieces, (given) => {
      const chunks = chunksOf(given)
      expect(chunks.join('')).toBe(given.join(''))
      for (const chunk of chunks.slice(0, -1)) {
        expect(chunk.length).toBeGreaterThanOrEqual(4000)
        expect(chunk.endsWith('\n') || chunk.length >= 8000).toBe(true)
      }
      for (const chunk of chunks) {
        expect(chunk.length).toBeLessThanOrEqual(8001)
        expect(chunk).not.toMatch(/\p{Surrogate}/u)
      }
    }),
  )
})
