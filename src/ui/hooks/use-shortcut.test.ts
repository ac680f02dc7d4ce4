import { expect, test } from 'vitest'

import { matchesShortcut } from './use-shortcut.ts'

const press = (key: string, modifiers: Partial<KeyboardEvent> = {}) => ({
  key,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  ...modifiers,
})

test('mod is Ctrl on some machines and ⌘ on others', () => {
  expect(matchesShortcut('mod+k', press('k', { ctrlKey: true }))).toBe(true)
  expect(matchesShortcut('mod+k', press('K', { metaKey: true }))).toBe(true)
  expect(matchesShortcut('mod+k', press('k'))).toBe(false)
})

test('a plain character is not taken when a modifier makes it something else', () => {
  expect(matchesShortcut('?', press('?'))).toBe(true)
  expect(matchesShortcut('?', press('?', { ctrlKey: true }))).toBe(false)
  expect(matchesShortcut('?', press('?', { altKey: true }))).toBe(false)
})
