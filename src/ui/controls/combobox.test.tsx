import { expect, test } from 'vitest'

import { bestMatch, filterOptions } from './combobox.tsx'

const options = [
  { value: 'sandbox-vision-single' },
  { value: 'sandbox-vision' },
  { value: 'sandbox-fast', keywords: 'fastest XS' },
]

test('keeps options that hold every typed word in value or keywords', () => {
  expect(filterOptions(options, 'box xs').map(({ value }) => value)).toEqual(['sandbox-fast'])
})

test('keeps all options while nothing is typed', () => {
  expect(filterOptions(options, '  ')).toHaveLength(3)
  const alias = { value: 'default', whenTyped: true }
  expect(filterOptions([...options, alias], '')).toHaveLength(3)
  expect(filterOptions([...options, alias], 'def')).toEqual([alias])
})

test('prefers the exact value over an earlier one that only contains it', () => {
  expect(bestMatch(options, 'Sandbox-Vision')).toBe(1)
})

test('takes the first value that contains the text', () => {
  expect(bestMatch(options, 'vision')).toBe(0)
})

test('takes no option that matches by keyword only, so a trait can be typed as it is', () => {
  expect(bestMatch(options, 'fastest')).toBe(-1)
})
