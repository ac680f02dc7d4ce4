// @ts-check
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import path from 'node:path'

import { PlainFailure } from '../plain-failure.mjs'

/**
 * Installs exactly what the lock file of a folder names.
 * @param {string} cwd
 */
export function npmCi(cwd) {
  const { command, shell } = npmCommand(process.env, process.platform)
  const args = ['ci', '--include=dev', '--include=optional', '--no-audit', '--no-fund']
  // npm passes the checkout it was called in on to what it runs.
  const { npm_config_local_prefix: _checkout, ...env } = process.env
  const { error, status } = runNpm([...command, ...args], { cwd, env, shell })
  if (error)
    throw new PlainFailure(
      'npm was not found. It comes with Node (https://nodejs.org); with npm on the PATH, run: npm ci',
    )
  if (status !== 0)
    throw new PlainFailure(
      'Installing the packages failed (npm says why above). Check the network connection, then run: npm ci',
    )
}

/**
 * @param {string[]} command
 * @param {{ cwd: string, env: NodeJS.ProcessEnv, shell: boolean }} options
 */
function runNpm([program = '', ...args], { cwd, env, shell }) {
  return spawnSync(shell ? [program, ...args].join(' ') : program, shell ? [] : args, {
    cwd,
    env,
    stdio: ['ignore', 2, 2],
    shell,
  })
}

/**
 * How to call npm: the very npm that called us, else the one on the PATH.
 * @param {NodeJS.ProcessEnv} env
 * @param {string} platform
 * @returns {{ command: string[], shell: boolean }}
 */
export function npmCommand(env, platform) {
  const cli = env['npm_execpath']
  if (cli && path.basename(cli) === 'npm-cli.js' && existsSync(cli)) {
    return { command: [process.execPath, cli], shell: false }
  }
  // On Windows npm is a .cmd file, which only a shell can start.
  return { command: ['npm'], shell: platform === 'win32' }
}
