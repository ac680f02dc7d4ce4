import { expect, test } from 'vitest'

import { importText } from './import-text.ts'

test('says what was added, skipped, kept twice and left out', () => {
  const none = { ok: true, added: 0, same: 0, copied: 0, unreadable: 0, unwritten: 0 } as const
  expect(importText({ ...none, added: 1 })).toBe('1 conversation added.')
  expect(importText({ ...none, same: 2, copied: 1 })).toBe(
    '0 conversations added, 2 skipped: already here, 1 imported as a copy.',
  )
  expect(importText({ ...none, added: 3, unreadable: 1, unwritten: 2 })).toBe(
    '3 conversations added, 1 not readable, 2 not saved: the disk is full.',
  )
  expect(importText({ ok: false, message: 'The file is not JSON.' })).toBe('The file is not JSON.')
})
