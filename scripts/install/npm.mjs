// @ts-check
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import path from 'node:path'

import { PlainFailure } from '../plain-failure.mjs'

/** The registry has no such package, or not at the address of the lock file. */
export class NotThereError extends PlainFailure {}

/** npm's codes for that. */
const NOT_THERE = /"code": "(?:E40[345]|EALLOWREMOTE)"/

/**
 * Installs exactly what the lock file of a folder names.
 * @param {string} cwd
 * @throws {PlainFailure} NotThereError when another address may help
 */
export async function npmCi(cwd) {
  const { status, stdout } = await runNpm(
    ['ci', '--include=dev', '--include=optional', '--no-audit', '--no-fund', '--json'],
    cwd,
    2,
  )
  if (status === 0) return
  const Failure = NOT_THERE.test(stdout) ? NotThereError : PlainFailure
  throw new Failure(
    'Installing the packages failed (npm says why above). Check the network connection, then run: npm ci',
  )
}

/** The registry that npm is configured for, as seen from a folder. @param {string} cwd */
export async function configuredRegistry(cwd) {
  const { stdout } = await runNpm(['config', 'get', 'registry'], cwd, 'ignore')
  return stdout.trim()
}

/**
 * @param {string[]} args
 * @param {string} cwd
 * @param {'ignore' | 2} stderr
 */
async function runNpm(args, cwd, stderr) {
  const { command, shell } = npmCommand(process.env, process.platform)
  const [program = '', ...all] = [...command, ...args]
  // npm passes the checkout it was called in on to what it runs.
  const { npm_config_local_prefix: _checkout, ...env } = process.env
  const child = spawn(shell ? [program, ...all].join(' ') : program, shell ? [] : all, {
    cwd,
    env,
    stdio: ['ignore', 'pipe', stderr],
    shell,
  })
  let stdout = ''
  child.stdout?.setEncoding('utf8').on('data', (text) => (stdout += text))
  const [status] = await once(child, 'close').catch((cause) => {
    throw new PlainFailure(
      'npm was not found. It comes with Node (https://nodejs.org); with npm on the PATH, run: npm ci',
      { cause },
    )
  })
  return { status, stdout }
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
