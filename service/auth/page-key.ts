import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { newApiKey } from './api-keys.ts'

/**
 * The key that the local page uses: made at the first start and kept in a file that only this user
 * can read. Without a data directory it lasts as long as the process.
 */
export function readOrMakePageKey(directory: string | undefined): string {
  if (directory === undefined) return newApiKey()
  const path = join(directory, 'api-key')
  if (existsSync(path)) {
    chmodSync(path, 0o600)
    const kept = readFileSync(path, 'utf8').trim()
    if (kept !== '') return kept
  }
  const key = newApiKey()
  writeFileSync(path, `${key}\n`, { mode: 0o600 })
  chmodSync(path, 0o600)
  return key
}
