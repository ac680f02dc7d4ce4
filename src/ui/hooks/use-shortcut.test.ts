import { expect, test } from 'vitest'

import { matchesShortcut } from './use-shortcut.ts'

const press = (key: string, modifiers: Partial<KeyboardEvent> = {}) => ({
  key,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  shiftKey: false,
  ...modifiers,
})

test('mod is ⌘ on a Mac and Ctrl elsewhere, and never the other one', () => {
  expect(matchesShortcut('mod+k', press('k', { ctrlKey: true }), false)).toBe(true)
  expect(matchesShortcut('mod+k', press('K', { metaKey: true }), true)).toBe(true)
  // Ctrl+K deletes the rest of a line on a Mac; the Windows key belongs to Windows.
  expect(matchesShortcut('mod+k', press('k', { ctrlKey: true }), true)).toBe(false)
  expect(matchesShortcut('mod+k', press('k', { metaKey: true }), false)).toBe(false)
  expect(matchesShortcut('mod+k', press('k'), false)).toBe(false)
})

test('with Shift a letter is another shortcut, which may be the browser’s', () => {
  const shifted = press('I', { ctrlKey: true, shiftKey: true })
  expect(matchesShortcut('mod+i', shifted, false)).toBe(false)
  expect(matchesShortcut('mod+shift+i', shifted, false)).toBe(true)
  expect(matchesShortcut('mod+shift+i', press('i', { ctrlKey: true }), false)).toBe(false)
})

test('a character that some keyboards have behind Shift is the same with it', () => {
  expect(matchesShortcut('mod+/', press('/', { ctrlKey: true }), false)).toBe(true)
  expect(matchesShortcut('mod+/', press('/', { ctrlKey: true, shiftKey: true }), false)).toBe(true)
})

test('a plain character is not taken when a modifier makes it something else', () => {
  expect(matchesShortcut('?', press('?', { shiftKey: true }), false)).toBe(true)
  expect(matchesShortcut('?', press('?', { ctrlKey: true }), false)).toBe(false)
  expect(matchesShortcut('?', press('?', { altKey: true }), false)).toBe(false)
})
