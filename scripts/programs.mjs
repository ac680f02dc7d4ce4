// @ts-check
/** Programs of this machine, and the Debian packages that bring them. */
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import path from 'node:path'

const MINUTES = 10

/** Whether packages can be installed without anybody's leave. */
export const canInstall = process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')

let isUpdated = false

/** @param {string[]} packages of Debian @returns {boolean} whether they were installed */
export function aptInstall(...packages) {
  if (!canInstall) return false
  isUpdated ||= apt('update')
  return isUpdated && apt('install', '-y', '--no-install-recommends', ...packages)
}

/**
 * @param {string} name of a program
 * @param {string[]} folders where it may be besides those of PATH
 * @returns {string[]} the full paths it has
 */
export function programPaths(name, folders = []) {
  const all = [...(process.env['PATH'] ?? '').split(path.delimiter), ...folders]
  return all.map((folder) => path.join(folder, name)).filter((file) => existsSync(file))
}

/** @param {string[]} args */
function apt(...args) {
  console.log(`$ apt-get ${args.join(' ')}`)
  const { status } = spawnSync('apt-get', ['-q', ...args], {
    stdio: ['ignore', 'inherit', 'inherit'],
    timeout: MINUTES * 60_000,
    // What was installed for tests is started by tests, and by nothing else.
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' },
  })
  return status === 0
}
