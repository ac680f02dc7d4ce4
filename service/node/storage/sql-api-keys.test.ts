import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

import { afterAll, describe, expect, it } from 'vitest'

import { databaseKinds } from '../../testing/test-databases.ts'
import { createApiKeyStore } from './sql-api-keys.ts'

const folders: string[] = []
const kinds = await databaseKinds(() => {
  const folder = mkdtempSync(path.join(tmpdir(), 'api-keys-'))
  folders.push(folder)
  return folder
})
afterAll(() => folders.forEach((folder) => rmSync(folder, { recursive: true })))

describe.each(kinds)('API keys in $name', ({ open, newPlace }) => {
  it('are one key each, however many processes add them at once', async () => {
    const place = await newPlace()
    const stores = [createApiKeyStore(await open(place)), createApiKeyStore(await open(place))]
    for (let round = 0; round < 50; round += 1) {
      const secret = `key-${round}`
      const added = await Promise.all(stores.map((store) => store.add(secret, 'page')))
      expect(new Set(added.map(({ id }) => id)).size).toBe(1)
    }
  })
})
