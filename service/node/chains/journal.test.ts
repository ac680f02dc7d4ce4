import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { expect, it, onTestFinished } from 'vitest'

import { openJournal } from './journal.ts'

it.skipIf(process.platform === 'win32')(
  'a chain’s files are its user’s alone from their beginning, whatever the system’s habit',
  () => {
    const folder = mkdtempSync(join(tmpdir(), 'journal-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    const habit = process.umask(0)
    onTestFinished(() => void process.umask(habit))
    const path = join(folder, 'chain-x.sqlite')
    const journal = openJournal(path)
    journal.append('one')
    // SQLite makes the second with the mode that the first had at that moment.
    for (const file of [path, `${path}-journal`])
      expect([file, statSync(file).mode & 0o777]).toEqual([file, 0o600])
    journal.close()
  },
)
