import { relative, sep } from 'node:path'

import { beforeEach } from 'vitest'

import { runsInPage } from './in-page.ts'

// Of the files that prove statements, only the tests that a statement names are run again in the page.
beforeEach(({ task, skip }) => {
  const file = relative(process.cwd(), task.file.filepath).split(sep).join('/')
  if (!runsInPage({ file, title: task.fullTestName ?? '' })) skip()
})
