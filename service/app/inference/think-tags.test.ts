import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { createThinkTagFilter } from './shape-steps.ts'

function filtered(pieces: readonly string[]): string {
  const filter = createThinkTagFilter()
  return pieces.map((piece) => filter.push(piece)).join('') + filter.end()
}

describe('the think tag filter', () => {
  it.each([
    ['<think>a</think>\n\nb', 'b'],
    ['x<think>a</think> y', 'x<think>a</think> y'],
    ['<think>one</think>\n<think>two</think>2', '2'],
    ['<think>never closed', ''],
    ['a < b <thin', 'a < b <thin'],
    ['</think> alone', '</think> alone'],
  ])('%j becomes %j', (text, visible) => {
    expect(filtered([text])).toBe(visible)
  })

  it('gives the same wherever the text is cut into pieces', () => {
    const word = fc.constantFrom('<think>', '</think>', '<', 'think', '>', '/', ' ', '\n', 'a')
    fc.assert(
      fc.property(fc.array(word, { maxLength: 20 }), fc.array(fc.nat(8)), (words, sizes) => {
        const text = words.join('')
        const pieces: string[] = []
        for (let at = 0, cut = 0; at < text.length; cut += 1) {
          const size = (sizes[cut % Math.max(1, sizes.length)] ?? 0) + 1
          pieces.push(text.slice(at, at + size))
          at += size
        }
        expect(filtered(pieces)).toBe(filtered([text]))
      }),
    )
  })
})
