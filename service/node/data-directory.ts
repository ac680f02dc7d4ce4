import { randomBytes } from 'node:crypto'
import {
  chmodSync,
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { homedir, platform } from 'node:os'
import { dirname, join, resolve } from 'node:path'

import Database from 'libsql'

import { isJsonObject, type JsonObject } from '../../contract/json.ts'
import { errorCode, errorMessage } from '../app/errors.ts'

/** The data directory cannot be used; the message is one readable line. */
export class DataDirectoryError extends Error {}

type Environment = Readonly<Record<string, string | undefined>>

/** Where this operating system keeps a program's data for one user. */
export function defaultDataDirectory(
  env: Environment = process.env,
  system: string = platform(),
  home: string = homedir(),
): string {
  if (system === 'win32')
    return join(env['LOCALAPPDATA'] ?? join(home, 'AppData', 'Local'), 'Vendor Playground')
  if (system === 'darwin') return join(home, 'Library', 'Application Support', 'Vendor Playground')
  const data = env['XDG_DATA_HOME']
  const base = data !== undefined && data.startsWith('/') ? data : join(home, '.local', 'share')
  return join(base, 'vendor-playground')
}

/**
 * Makes the directory, readable by this user only, and proves that it can be written.
 * @throws DataDirectoryError when it cannot.
 */
export function openDataDirectory(path: string): string {
  const directory = resolve(path)
  try {
    makeDirectory(directory)
    const probe = join(directory, `.write-test-${process.pid}`)
    writeFileSync(probe, '', { mode: 0o600 })
    rmSync(probe)
    return directory
  } catch (error) {
    const code = errorCode(error) || 'unknown error'
    throw new DataDirectoryError(
      `Cannot write to the data directory ${directory} (${code}). Choose another with --data DIR, or use --memory.`,
    )
  }
}

/** One level at a time: Node's recursive way never ends where a level cannot be made, as in /proc. */
function makeDirectory(path: string): void {
  if (existsSync(path)) return
  makeDirectory(dirname(path))
  mkdirSync(path, { mode: 0o700 })
}

/** How long one that has the lock just now may take to let go of it, ms. */
const PATIENCE_MS = 500

/**
 * Locks a data directory: two services on one ledger would each count, block and reserve for
 * themselves. The lock is the operating system's, on an empty file, so it ends with the process
 * however that ends.
 * @throws DataDirectoryError that says where the other service is
 */
export function lockDataDirectory(directory: string) {
  const database = openLocked(directory)
  const path = noticePath(directory)
  const write = (notice: JsonObject) =>
    writeFileSync(path, `${JSON.stringify({ pid: process.pid, ...notice })}\n`, { mode: 0o600 })
  write({})
  return {
    /** Says at which address the service is, for whoever wants the directory too. */
    announce: (url: string) => write({ url }),
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

/**
 * How many entries the ledger has had, in a file of its own beside it: a ledger that has fewer was
 * damaged or replaced. Never more than are durable.
 */
export interface LedgerMark {
  /** As the file had it when it was opened; 0 where it says nothing. */
  readonly entries: number
  record(entries: number): void
  close(): void
}

/** The file of the mark in a data directory. */
export function ledgerMarkPath(directory: string): string {
  return join(directory, 'ledger-entries')
}

/** Opens the mark of a data directory. */
export function openLedgerMark(directory: string): LedgerMark {
  const path = ledgerMarkPath(directory)
  makePrivateFile(path)
  const text = readFileSync(path, 'utf8')
  const entries = /^\d{1,16}\n$/.test(text) ? Number(text) : 0
  const file = openSync(path, 'r+')
  let last = entries
  return {
    entries,
    record: (count) => {
      if (count === last) return
      // Always as long as before, in one write: no half of it is ever read.
      writeSync(file, `${String(count).padStart(16, '0')}\n`, 0)
      last = count
    },
    close: () => closeSync(file),
  }
}

/**
 * Makes a file that only this user can read, before anything is in it. One that is there is not
 * opened: closing it would give up the locks that this process has on it.
 */
export function makePrivateFile(path: string): void {
  if (!existsSync(path)) closeSync(openSync(path, 'a', 0o600))
  chmodSync(path, 0o600)
}

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
