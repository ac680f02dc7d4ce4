// @ts-check
/**
 * Gets a clone ready to run: the right Node, the locked packages that the first page needs, a fresh build.
 * Uses nothing but Node, since it is what installs everything else, and talks on standard error
 * only, so that `npm start -- --json` keeps standard output for the service.
 */
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import path from 'node:path'

import { fingerprint, readStamp } from './build-stamp.mjs'
import { root, serviceEntry } from './checkout.mjs'
import { ensurePart } from './install/install-part.mjs'
import { isInstalled, readLock } from './install/installed.mjs'
import { npmCi } from './install/npm.mjs'
import { PlainFailure } from './plain-failure.mjs'

/** Node, packages and build, each only as far as it is missing. */
export async function setUp() {
  ensureNode()
  await ensurePart('app')
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
export async function ensureInstalled() {
  const wanted = readLock('package-lock.json')
  const present = readLock('node_modules/.package-lock.json')
  if (wanted && present && isInstalled(wanted, present)) return

  console.error('Installing the locked packages with npm ci (about half a minute the first time) …')
  await npmCi(root)
}

/** Builds the app and the service, unless the last build was made from the sources as they are. */
export function ensureBuilt() {
  const complete = existsSync(path.join(root, 'dist/index.html')) && existsSync(serviceEntry)
  if (complete && readStamp() === fingerprint()) return
  console.error('Building the app and the local service …')
  const { status } = spawnSync(process.execPath, [path.join(root, 'scripts/build.mjs')], {
    cwd: root,
    stdio: ['ignore', 2, 2],
  })
  // build.mjs has said what is wrong.
  if (status !== 0) process.exit(1)
}
