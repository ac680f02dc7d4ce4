import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { formatBalance, formatCharge, formatMicroUsd, formatUsd } from './money.ts'
import {
  formatBytes,
  formatClock,
  formatDateTime,
  formatDuration,
  formatNumber,
  formatTime,
  formatTokens,
} from './units.ts'

describe('formatBytes', () => {
  test.each([
    [0, '0 B'],
    [999, '999 B'],
    [1204, '1.2 kB'],
    [999_950, '1 MB'],
    [25_000_000, '25 MB'],
    [123_456_789, '123 MB'],
    [-1500, '−1.5 kB'],
  ])('%d is %s', (bytes, text) => expect(formatBytes(bytes)).toBe(text))

  test('never shows a thousand of a unit that has a next one', () => {
    fc.assert(
      fc.property(fc.nat(2_000_000_000), (bytes) => {
        expect(formatBytes(bytes)).not.toMatch(/^1000 [Bk]/)
      }),
    )
  })
})

test.each([
  [0, '0 ms'],
  [312.4, '312 ms'],
  [999.9, '1.0 s'],
  [1800, '1.8 s'],
  [9960, '10 s'],
  [59_700, '1 min'],
  [185_000, '3 min 5 s'],
  [7_800_000, '2 h 10 min'],
])('formatDuration(%d) is %s', (ms, text) => expect(formatDuration(ms)).toBe(text))

describe('money', () => {
  test.each([
    [412, '$0.000412'],
    [9_990_000, '$9.99'],
    [0, '$0.00'],
    [-1_500_000, '−$1.50'],
    [1_234_567_000_000, '$1,234,567.00'],
  ])('%d micro-USD is %s', (micro, text) => expect(formatMicroUsd(micro)).toBe(text))

  test.each([
    [9_999_729, '$9.99'],
    [10_000_000, '$10.00'],
    [9_999, '<$0.01'],
    [0, '$0.00'],
    [-15_000, '−$0.02'],
    [9_999_999_999, '$9,999.99'],
    [1_234_567_890_000, '$1,234,567'],
  ])('a balance of %d micro-USD is %s where there is little room', (micro, text) =>
    expect(formatBalance(micro)).toBe(text),
  )

  test.each([
    [271, '$0.00027'],
    [4_999_689, '$5.00'],
    [12_345_678, '$12.35'],
    [99_600, '$0.10'],
    [41.2, '$0.000041'],
    [0, '$0.00'],
  ])('a charge of %d micro-USD is %s', (micro, text) => expect(formatCharge(micro)).toBe(text))

  test.each([
    ['9.990000', '$9.99'],
    [0.000412, '$0.000412'],
    [4e-8, '$0.00000004'],
    [0.1 + 0.2, '$0.30'],
    ['-5', '−$5.00'],
    ['12,5', '12,5'],
  ])('%s USD is %s', (usd, text) => expect(formatUsd(usd)).toBe(text))

  test('micro-USD and the same amount as a decimal string read alike', () => {
    fc.assert(
      fc.property(fc.integer({ min: -9e11, max: 9e11 }), (micro) => {
        const digits = String(Math.abs(micro)).padStart(7, '0')
        const decimal = `${micro < 0 ? '-' : ''}${digits.slice(0, -6)}.${digits.slice(-6)}`
        expect(formatMicroUsd(micro)).toBe(formatUsd(decimal))
      }),
    )
  })
})

test('numbers are grouped, or short', () => {
  expect(formatNumber(1_204_000)).toBe('1,204,000')
  expect(formatTokens(131_072)).toBe('128K')
  expect(formatTokens(1_048_576)).toBe('1M')
  expect(formatTokens(200_000)).toBe('200K')
})

test('behavior: moments have one form everywhere, with 24 hours', () => {
  const at = new Date(2026, 10, 3, 14, 3, 9).getTime()
  expect(formatTime(at)).toBe('14:03:09')
  expect(formatClock(at)).toBe('14:03')
  const on = (...day: [number, number, number]) => formatDateTime(at, new Date(...day).getTime())
  expect(on(2026, 10, 3)).toBe('14:03:09')
  expect(on(2026, 10, 4)).toBe('Nov 3, 14:03')
  expect(on(2027, 10, 3)).toBe('Nov 3, 2026, 14:03')
})
