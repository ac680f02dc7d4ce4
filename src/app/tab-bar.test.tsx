import { expect, test } from 'vitest'

import { watchKeyboard } from './tab-bar.tsx'

const phone = { width: 390, height: 844, isTyping: false }

test('a keyboard is open while something is typed into and much of the height is gone', () => {
  const isOpen = watchKeyboard()
  expect(isOpen(phone)).toBe(false)
  expect(isOpen({ ...phone, isTyping: true })).toBe(false)
  expect(isOpen({ ...phone, height: 500, isTyping: true })).toBe(true)
  expect(isOpen({ ...phone, isTyping: true })).toBe(false)
})

test('the bars of a browser, a smaller window and a turned phone are no keyboard', () => {
  const isOpen = watchKeyboard()
  isOpen(phone)
  expect(isOpen({ ...phone, height: 780, isTyping: true })).toBe(false)
  expect(isOpen({ ...phone, height: 400 })).toBe(false)
  expect(isOpen({ width: 844, height: 390, isTyping: true })).toBe(false)
})
