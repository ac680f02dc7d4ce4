import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { homedir, platform } from 'node:os'
import { dirname, join, resolve } from 'node:path'

import { errorCode } from '../../app/errors.ts'

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
