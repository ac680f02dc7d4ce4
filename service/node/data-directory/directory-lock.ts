import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import Database from 'libsql'

import { isJsonObject, type JsonObject } from '../../../contract/json.ts'
import { errorMessage } from '../../app/errors.ts'
import { DataDirectoryError } from './data-directory.ts'
import { makePrivateFile } from './private-file.ts'

/** How long one that has the lock just now may take to let go of it, ms. */
const PATIENCE_MS = 500

/** A data directory that this process has to itself. */
export interface DirectoryLock {
  /** Says at which address the service is, for whoever wants the directory too. */
  announce(url: string): void
  release(): void
}

/**
 * Locks a data directory: two services on one ledger would each count, block and reserve for
 * themselves. The lock is the operating system's, on an empty file, so it ends with the process
 * however that ends.
 * @throws DataDirectoryError that says where the other service is
 */
export function lockDataDirectory(directory: string): DirectoryLock {
  const database = openLocked(directory)
  const path = noticePath(directory)
  const write = (notice: JsonObject) =>
    writeFileSync(path, `${JSON.stringify({ pid: process.pid, ...notice })}\n`, { mode: 0o600 })
  write({})
  return {
    announce: (url) => write({ url }),
    release: () => {
      // By then the notice may be another's.
      if (!database.open) return
      rmSync(path, { force: true })
      database.exec('ROLLBACK')
      database.close()
    },
  }
}

function openLocked(directory: string): Database.Database {
  const path = join(directory, 'service.lock')
  let database: Database.Database | undefined
  try {
    makePrivateFile(path)
    database = new Database(path)
    database.exec(`PRAGMA busy_timeout = ${PATIENCE_MS}`)
    database.exec('BEGIN EXCLUSIVE')
    return database
  } catch (error) {
    database?.close()
    const reason = errorMessage(error)
    throw new DataDirectoryError(
      /locked|busy/i.test(reason)
        ? `Another service${whereabouts(directory)} uses the data directory ${directory}. Use that one, stop it, or choose another directory with --data DIR.`
        : `Cannot lock the data directory ${directory}: ${reason}. Remove ${path}, or choose another directory with --data DIR.`,
    )
  }
}

/** Process and address of whoever has the lock, as far as it has said so. */
function whereabouts(directory: string): string {
  try {
    const notice: unknown = JSON.parse(readFileSync(noticePath(directory), 'utf8'))
    const { pid, url }: JsonObject = isJsonObject(notice) ? notice : {}
    const process = typeof pid === 'number' ? ` (process ${pid})` : ''
    return `${process}${typeof url === 'string' ? ` at ${url}` : ''}`
  } catch {
    return ''
  }
}

function noticePath(directory: string): string {
  return join(directory, 'service.json')
}
