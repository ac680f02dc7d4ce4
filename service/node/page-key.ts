import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { errorMessage } from '../app/errors.ts'
import { DataDirectoryError, makePrivateFile } from './data-directory.ts'

/**
 * The key that the local page uses: made at the first start and kept in a file that only this user
 * can read. Without a data directory it lasts as long as the process.
 * @throws DataDirectoryError when the file cannot be used or holds something else
 */
export function loadPageKey(directory: string | undefined): string {
  if (directory === undefined) return newApiKey()
  const path = join(directory, 'api-key')
  try {
    const isNew = !existsSync(path)
    makePrivateFile(path)
    const kept = isNew ? '' : readFileSync(path, 'utf8').trim()
    if (kept === '') {
      const key = newApiKey()
      writeFileSync(path, `${key}\n`)
      return key
    }
    // It is sent in a header.
    if (/^[\x21-\x7e]+$/.test(kept)) return kept
  } catch (error) {
    throw new DataDirectoryError(
      `Cannot use the key file ${path} (${errorMessage(error)}). Move what is there away to get a new key, or choose another directory with --data DIR.`,
    )
  }
  throw new DataDirectoryError(
    `${path} doesn't contain an API key. Move it away to get a new one, or choose another directory with --data DIR.`,
  )
}

function newApiKey(): string {
  return `vendor-${randomBytes(32).toString('base64url')}`
}
