import { expect, it } from 'vitest'

import { evaluate } from './practice-tools.ts'

it.each([
  ['1 + 2 * 3', 7],
  ['(1 + 2) * 3', 9],
  ['2 ^ 3 ^ 2', 512],
  ['2 ** 3', 8],
  ['-2 ^ 2', -4],
  ['7 % 4 - -1', 4],
  ['12 × 7 ÷ 2', 42],
  ['.5 + 1.5e1', 15.5],
  ['10 - 4 - 3', 3],
])('behavior: %s is %d', (expression, value) => {
  expect(evaluate(expression)).toBe(value)
})

it.each([
  ['1 +', 'ends too early'],
  ['(1', 'closing parenthesis'],
  ['1 2', '“2” is not expected'],
  ['process.exit()', '“p” is not expected'],
  ['1 / 0', 'not a finite number'],
  ['('.repeat(400), 'nested too deeply'],
  ['-'.repeat(400), 'nested too deeply'],
  ['', 'ends too early'],
])('behavior: %s is refused in words', (expression, message) => {
  expect(evaluate(expression)).toMatchObject({ message: expect.stringContaining(message) })
})
