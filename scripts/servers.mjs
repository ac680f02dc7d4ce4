// @ts-check
/**
 * Finds, or fetches where that is quick, the servers that the tests of several processes use:
 * Postgres, Redis and nginx. Without them those tests are skipped, each with a line that says so.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

import { runMain } from './plain-failure.mjs'
import { aptInstall, programPaths } from './programs.mjs'

/** What each Debian package brings. */
const packages = [
  { name: 'postgresql', program: 'initdb', title: 'Postgres' },
  { name: 'redis-server', program: 'redis-server', title: 'Redis' },
  { name: 'nginx-light', program: 'nginx', title: 'nginx' },
]

/**
 * What tests are skipped without, and is not here, by name.
 * @returns {string[]}
 */
export function missingPrograms() {
  const servers = packages.filter(({ program }) => !isInstalled(program)).map(({ title }) => title)
  const python = spawnSync('python3', ['-c', 'import openai'], { stdio: 'ignore' })
  if (python.error) return [...servers, 'Python']
  return python.status === 0 ? servers : [...servers, 'the openai package of Python']
}

/** Installs what is missing, where that needs nobody's leave; says what is there. */
function ensureServers() {
  // One that cannot be had must not keep the others away.
  for (const { name, program } of packages) if (!isInstalled(program)) aptInstall(name)
  for (const { name, program } of packages)
    console.log(
      isInstalled(program)
        ? `${program}: found`
        : `${program}: not found, its tests are skipped (Debian package ${name})`,
    )
}

/** @param {string} program */
function isInstalled(program) {
  const debian = '/usr/lib/postgresql'
  const versions = existsSync(debian)
    ? readdirSync(debian).map((version) => path.join(debian, version, 'bin'))
    : []
  return programPaths(program, ['/usr/sbin', ...versions]).length > 0
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await runMain(ensureServers)
