import { chmodSync, closeSync, existsSync, openSync } from 'node:fs'

/**
 * Makes a file that only this user can read, before anything is in it. One that is there is not
 * opened: closing it would give up the locks that this process has on it.
 */
export function makePrivateFile(path: string): void {
  if (!existsSync(path)) closeSync(openSync(path, 'a', 0o600))
  chmodSync(path, 0o600)
}
