import { expect, test } from 'vitest'

import {
  alternatives,
  likelihoodBand,
  LIKELIHOOD_BANDS,
  percentText,
  probability,
  visibleToken,
} from './token-probability.ts'

test('a probability stays between 0 and 1, whatever the server sends', () => {
  expect(probability(0)).toBe(1)
  expect(probability(0.2)).toBe(1)
  expect(probability(Math.log(0.25))).toBeCloseTo(0.25)
  expect(probability(-Infinity)).toBe(0)
  expect(probability(NaN)).toBe(0)
})

test.each([
  [1, 0],
  [0.91, 0],
  [0.89, 1],
  [0.71, 1],
  [0.69, 2],
  [0.51, 2],
  [0.49, 3],
  [0.21, 3],
  [0.19, 4],
  [0, 4],
])('a probability of %d is in band %d', (value, band) => {
  expect(likelihoodBand(Math.log(value))).toBe(band)
})

test('the bands go down to 0, so that each probability is in one', () => {
  const limits = LIKELIHOOD_BANDS.map(({ from }) => from)
  expect(limits).toEqual(limits.toSorted((a, b) => b - a))
  expect(limits.at(-1)).toBe(0)
})

test.each([
  [1, '100.0%'],
  [0.932, '93.2%'],
  [0.0104, '1.0%'],
  [0.004, '0.40%'],
  [0.0004, '0.04%'],
  [0.00001, '< 0.01%'],
  [0, '< 0.01%'],
])('a probability of %d is written as %s', (value, text) => {
  expect(percentText(Math.log(value))).toBe(text)
})

test('blanks, breaks and characters without a shape are shown by signs', () => {
  expect(visibleToken({ token: ' a\n\tb' })).toBe('␣a⏎⇥b')
  expect(visibleToken({ token: 'x\u200By\u202E\uFEFF\u061C' })).toBe(
    'x[U+200B]y[U+202E][U+FEFF][U+061C]',
  )
  expect(visibleToken({ token: 'é😀' })).toBe('é😀')
})

test('half a character is shown by its bytes, where they are known', () => {
  expect(visibleToken({ token: '\uFFFD', bytes: [0xf0, 0x9f, 5] })).toBe(String.raw`\xf0\x9f\x05`)
  expect(visibleToken({ token: '\uFFFD', bytes: [] })).toBe('\uFFFD')
  expect(visibleToken({ token: '\uFFFD', bytes: null })).toBe('\uFFFD')
  expect(visibleToken({ token: 'a', bytes: [97] })).toBe('a')
})

test('alternatives are listed by likelihood, with the token itself exactly once', () => {
  const low = { token: ' no', logprob: -3 }
  const high = { token: ' yes', logprob: -0.1 }
  const own = { token: ' maybe', logprob: -2 }
  const shown = ['␣yes', '␣maybe', '␣no']
  const tokens = (list: ReturnType<typeof alternatives>) => list.map(({ token }) => token)
  expect(tokens(alternatives({ ...own, top_logprobs: [low, high] }))).toEqual(shown)
  expect(tokens(alternatives({ ...own, top_logprobs: [low, own, high] }))).toEqual(shown)
  expect(alternatives({ ...own, top_logprobs: null })).toEqual([{ token: '␣maybe', logprob: -2 }])
  expect(alternatives(own)).toEqual([{ token: '␣maybe', logprob: -2 }])
})
