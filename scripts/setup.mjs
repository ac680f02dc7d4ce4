// @ts-check
/**
 * Gets a clone ready to run: the right Node, the locked packages, a fresh build.
 * Uses nothing but Node, since it is what installs everything else, and talks on standard error
 * only, so that `npm start -- --json` keeps standard output for the service.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'

import { fingerprint, readStamp } from './build-stamp.mjs'
import { root, serviceEntry } from './checkout.mjs'
import { PlainFailure } from './plain-failure.mjs'

/** Node, packages and build, each only as far as it is missing. */
export function setUp() {
  ensureNode()
  ensureInstalled()
  ensureBuilt()
}

/** Refuses a Node that the locked packages do not support. */
export function ensureNode() {
  if (isSupportedNode(process.versions.node)) return
  throw new PlainFailure(
    `Vendor Playground needs Node 20.19 or newer (22.12 or newer within 22); this is Node ${process.versions.node}. Get one from https://nodejs.org and run the command again.`,
  )
}

/**
 * True for what package.json's `engines` allow: ^20.19.0 || >=22.12.0.
 * @param {string} version such as "20.19.0"
 */
export function isSupportedNode(version) {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  return (major === 20 && minor >= 19) || (major === 22 && minor >= 12) || major > 22
}

/** Installs exactly what package-lock.json names, unless that is what node_modules already holds. */
export function ensureInstalled() {
  const wanted = readJson('package-lock.json')
  const present = readJson('node_modules/.package-lock.json')
  if (wanted && present && isInstalled(wanted, present)) return

  console.error('Installing the locked packages with npm ci (about half a minute the first time) …')
  const { command, shell } = npmCommand(process.env, process.platform)
  const args = ['ci', '--include=dev', '--include=optional', '--no-audit', '--no-fund']
  const { error, status } = run([...command, ...args], shell)
  if (error) {
    throw new PlainFailure(
      'npm was not found. It comes with Node (https://nodejs.org); with npm on the PATH, run: npm ci',
    )
  }
  if (status !== 0) {
    throw new PlainFailure(
      'Installing the packages failed (npm says why above). Check the network connection, then run: npm ci',
    )
  }
}

/** @typedef {{ version?: string, integrity?: string, optional?: boolean, os?: string[] }} LockedPackage */
/** @typedef {{ packages: Record<string, LockedPackage> }} LockFile */

/**
 * True when the installed tree (npm's record of it) is the locked one. Optional packages may be
 * absent, since npm leaves out those of other systems; one *for* another system means that
 * node_modules was copied here from there.
 * @param {LockFile} wanted
 * @param {LockFile} present
 * @param {string} platform
 */
export function isInstalled(wanted, present, platform = process.platform) {
  const { '': _self, ...locked } = wanted.packages
  const nothingMissing = Object.entries(locked).every(([name, entry]) => {
    const found = present.packages[name]
    if (!found) return entry.optional === true
    return found.version === entry.version && found.integrity === entry.integrity
  })
  const nothingForeign = Object.entries(present.packages).every(
    ([name, { os = [] }]) =>
      name in locked && (os.every((each) => each.startsWith('!')) || os.includes(platform)),
  )
  return nothingMissing && nothingForeign
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

/** Builds the app and the service, unless the last build was made from the sources as they are. */
function ensureBuilt() {
  const complete = existsSync(path.join(root, 'dist/index.html')) && existsSync(serviceEntry)
  if (complete && readStamp() === fingerprint()) return
  console.error('Building the app and the local service …')
  const { status } = run([process.execPath, path.join(root, 'scripts/build.mjs')])
  // build.mjs has said what is wrong.
  if (status !== 0) process.exit(1)
}

/** @param {string} file relative to the checkout @returns {LockFile | undefined} */
function readJson(file) {
  try {
    return JSON.parse(readFileSync(path.join(root, file), 'utf8'))
  } catch {
    return undefined
  }
}

/**
 * @param {string[]} command
 * @param {boolean} shell
 */
function run([command = '', ...args], shell = false) {
  return spawnSync(shell ? [command, ...args].join(' ') : command, shell ? [] : args, {
    cwd: root,
    stdio: ['ignore', 2, 2],
    shell,
  })
}
