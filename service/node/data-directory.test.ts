import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { expect, onTestFinished, test } from 'vitest'

import { DataDirectoryError, openDataDirectory } from './data-directory.ts'

function scratch(): string {
  const folder = mkdtempSync(join(tmpdir(), 'data-directory-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return folder
}

test('a directory is made, with those above it, for this user alone', () => {
  const path = openDataDirectory(join(scratch(), 'a', 'b'))
  expect(statSync(path).mode & 0o777).toBe(0o700)
})

test('a file in its place is said in one line', () => {
  const file = join(scratch(), 'file')
  writeFileSync(file, '')
  expect(() => openDataDirectory(file)).toThrow(DataDirectoryError)
})

test.runIf(process.platform === 'linux')('a place where nothing can be made ends at once', () => {
  expect(() => openDataDirectory('/proc/nowhere/deep')).toThrow(
    'Cannot write to the data directory',
  )
})
