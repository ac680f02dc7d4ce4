import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { addPiece, endOfText, type ThinkTagText } from './think-tags.ts'

const empty: ThinkTagText = { content: '', reasoning: '' }

function read(...pieces: string[]): ThinkTagText {
  return endOfText(pieces.reduce(addPiece, empty))
}

describe('think tags', () => {
  it.each([
    ['<think>a</think>\n\nb', 'b', 'a'],
    ['\n<think>\na\n</think>\n\nb', 'b', 'a\n'],
    ['<think>one</think> \n<think>two</think>2', '2', 'one\n\ntwo'],
    ['<think>one</think><think>two', '', 'one\n\ntwo'],
    ['<think>never closed', '', 'never closed'],
    ['<think>half </thin', '', 'half </thin'],
    ['<think></think>b', 'b', ''],
    ['a < b <thin', 'a < b <thin', ''],
    ['</think> alone', '</think> alone', ''],
    ['  plain ', '  plain ', ''],
    ['   ', '   ', ''],
    ['', '', ''],
  ])('behavior: %j says %j and reasons %j', (text, content, reasoning) => {
    expect(read(text)).toEqual({ content, reasoning })
  })

  it.each([
    'Models write <think> before they answer.\n\nMore text.',
    'x<think>a</think> y',
    'The tag `<think>` opens a block',
    '```js\ntext.replace(/<think>.*<\\/think>/, "")\n```\nDone',
    `${' '.repeat(101)}<think>a</think>`,
  ])('behavior: a tag in what is said stays part of it: %j', (text) => {
    expect(read(text)).toEqual({ content: text, reasoning: '' })
    expect(read(`<think>a</think>\n\n${text}`)).toEqual(
      text.startsWith(' ')
        ? { content: '', reasoning: 'a\n\na' }
        : { content: text, reasoning: 'a' },
    )
  })

  it('behavior: shows reasoning and content as they arrive', () => {
    const pieces = ['<th', 'ink>I w', 'onder</', 'think>', '\n\nYe', 's <', 'b']
    const seen = pieces.map((_, at) => {
      const { content, reasoning } = pieces.slice(0, at + 1).reduce(addPiece, empty)
      return [reasoning, content]
    })
    expect(seen).toEqual([
      ['', ''],
      ['I w', ''],
      ['I wonder', ''],
      ['I wonder', ''],
      ['I wonder', 'Ye'],
      ['I wonder', 'Yes <'],
      ['I wonder', 'Yes <b'],
    ])
  })

  it('property: gives the same wherever the text is cut into pieces, and only ever grows', () => {
    const word = fc.constantFrom(
      '<think>',
      '</think>',
      '<',
      'think',
      '>',
      '/',
      ' ',
      '\n',
      'a',
      '`',
      '```',
      ' '.repeat(99),
    )
    fc.assert(
      fc.property(fc.array(word, { maxLength: 25 }), fc.array(fc.nat(8)), (words, sizes) => {
        const text = words.join('')
        let state = empty
        for (let at = 0, cut = 0; at < text.length; cut += 1) {
          const size = (sizes[cut % Math.max(1, sizes.length)] ?? 0) + 1
          const next = addPiece(state, text.slice(at, at + size))
          expect(next.content.startsWith(state.content)).toBe(true)
          expect(next.reasoning.startsWith(state.reasoning)).toBe(true)
          state = next
          at += size
        }
        expect(endOfText(state)).toEqual(read(text))
      }),
      { numRuns: 500 },
    )
  })

  it('property: leaves a text without tags as it is', () => {
    fc.assert(
      fc.property(fc.array(fc.string()), (pieces) => {
        fc.pre(!pieces.join('').includes('<think>'))
        expect(read(...pieces)).toEqual({ content: pieces.join(''), reasoning: '' })
      }),
    )
  })
})
