import { createRequire } from 'node:module'

import fc from 'fast-check'
import MarkdownIt from 'markdown-it'
import { describe, expect, it } from 'vitest'

import { comparable, cut, rig, streamed } from '../../testing/streaming.ts'

interface Example {
  markdown: string
  html: string
  section: string
  number: number
}

// The package is CommonJS without types.
const require = createRequire(import.meta.url)
const { tests }: { tests: Example[] } = require('commonmark-spec')

const withHtml = new MarkdownIt('commonmark')

function hasRawHtml(source: string): boolean {
  return withHtml
    .parse(source, {})
    .some(
      ({ type, children }) =>
        type === 'html_block' || children?.some((child) => child.type === 'html_inline'),
    )
}

/** Examples whose answer differs by choice, and why. */
const byChoice = new Map([
  [602, 'a bare URL is a link in GFM'],
  [608, 'a bare URL is a link in GFM'],
  [611, 'a bare URL is a link in GFM'],
  [612, 'a bare address is a link in GFM'],
])

const examples = tests.map(({ markdown, html, number, section }) => ({
  source: markdown.replaceAll('→', '\t'),
  html: html.replaceAll('→', '\t'),
  name: `${number} ${section}`,
  number,
}))
const plain = examples.filter(({ source }) => !hasRawHtml(source))
const compared = plain.filter(({ number }) => !byChoice.has(number))

describe('CommonMark examples', () => {
  it('are compared but for those with raw HTML, which is text here, and four bare links', () => {
    expect([examples.length, plain.length, compared.length]).toEqual([652, 580, 576])
  })

  it.each(compared)('whole: $name', ({ source, html }) => {
    expect(comparable(streamed([source]))).toBe(comparable(html))
  })

  it.each(examples.filter(({ source }) => source.length <= 80))(
    'every split: $name',
    ({ source }) => {
      const whole = streamed([source])
      for (let at = 0; at <= source.length; at += 1) {
        expect(streamed([source.slice(0, at), source.slice(at)])).toBe(whole)
      }
      expect(streamed(cut(source, [1]))).toBe(whole)
    },
  )

  it('gives the same at random splits', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...examples),
        fc.array(fc.integer({ min: 1, max: 12 }), { minLength: 1, maxLength: 40 }),
        ({ source }, sizes) => {
          expect(streamed(cut(source, sizes))).toBe(streamed([source]))
        },
      ),
      { numRuns: 1500 },
    )
  })

  it('needs no repair at the end where no reference is defined', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom(...examples), { minLength: 1, maxLength: 8 }),
        fc.array(fc.integer({ min: 1, max: 30 }), { minLength: 1, maxLength: 40 }),
        fc.constantFrom('', '\n', '\n\n'),
        (several, sizes, glue) => {
          const source = several.map((example) => example.source).join(glue)
          fc.pre(!/\]:/.test(source))
          const { view, frame, settle } = rig()
          for (const piece of cut(source, sizes)) {
            view.append(piece)
            frame()
          }
          view.finish()
          settle()
          expect(view.repaired).toBe(0)
        },
      ),
      { numRuns: 1500 },
    )
  })

  it('gives the same for documents made of several examples', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom(...examples), { minLength: 2, maxLength: 8 }),
        fc.array(fc.integer({ min: 1, max: 30 }), { minLength: 1, maxLength: 40 }),
        fc.constantFrom('', '\n', '\n\n'),
        (several, sizes, glue) => {
          const source = several.map((example) => example.source).join(glue)
          expect(streamed(cut(source, sizes))).toBe(streamed([source]))
        },
      ),
      { numRuns: 1500 },
    )
  })
})
