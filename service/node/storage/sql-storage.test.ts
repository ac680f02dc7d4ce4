import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll } from 'vitest'

import { storageTests } from '../../testing/adapters/storage-tests.ts'
import { databaseKinds } from '../../testing/test-databases.ts'
import { createSqlStorage } from './sql-storage.ts'

const folders: string[] = []
const kinds = await databaseKinds(() => {
  const folder = mkdtempSync(join(tmpdir(), 'storage-'))
  folders.push(folder)
  return folder
})
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true })
})

for (const { name, open, newPlace } of kinds)
  storageTests({
    name,
    open: async () => {
      const place = await newPlace()
      return [createSqlStorage(await open(place)), createSqlStorage(await open(place))]
    },
  })
