// @ts-check
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

/** The full path of a program of this machine. @param {string} name */
export function programPath(name) {
  const folders = (process.env['PATH'] ?? '').split(path.delimiter)
  return folders.map((folder) => path.join(folder, name)).find((file) => existsSync(file))
}

/** A folder of its own under the temporary one, and how to remove it. @param {string} name */
export function temporaryFolder(name) {
  const folder = mkdtempSync(path.join(tmpdir(), `playground-${name}-`))
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }) }
}

/**
 * Starts a program with all that it starts in a group of its own.
 * @param {string} command @param {string[]} args @param {Record<string, string>} [env]
 */
export function startGroup(command, args, env = {}) {
  const child = spawn(command, args, {
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...env },
  })
  const gone = once(child, 'exit')
  const end = () => {
    if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return
    process.kill(-child.pid, 'SIGKILL')
  }
  process.once('exit', end)
  return {
    child,
    /** Ends the program and all that it started. */
    stop: async () => {
      process.removeListener('exit', end)
      end()
      await gone
    },
  }
}
