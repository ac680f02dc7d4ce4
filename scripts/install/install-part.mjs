// @ts-check
/**
 * `node scripts/install/install-part.mjs chains`: installs one part of the locked packages beside those
 * that are there, so that a service that runs keeps its own. Talks on standard error only.
 */
import {
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

import { root } from '../checkout.mjs'
import { PlainFailure, runMain } from '../plain-failure.mjs'
import { isInstalled, readLock } from './installed.mjs'
import { configuredRegistry, NotThereError, npmCi } from './npm.mjs'
import { lockOfPart, sharesOf, withAddresses } from './parts.mjs'

/** @typedef {import('./parts.mjs').Part} Part */
/** @typedef {import('./parts.mjs').LockFile} LockFile */

/** What is said while a part is installed, and what it is for. */
const WORDS = {
  app: 'Installing what the first page needs (some ten seconds the first time) …',
  chains: 'Installing the test networks, once …',
  documents: 'Installing the document parsers, once …',
}

/**
 * Installs a part, unless node_modules has it.
 * @param {Part} part
 */
export async function ensurePart(part) {
  const lock = readLock('package-lock.json')
  if (!lock) throw new PlainFailure('package-lock.json is missing: clone the repository again.')
  const wanted = lockOfPart(lock, part)
  const present = readLock('node_modules/.package-lock.json')
  if (present && isInstalled(wanted, present, lock)) return
  // A service that runs asks for the other parts, and keeps its packages.
  if (present && part !== 'app' && !isInstalled({ packages: {} }, present, lock))
    throw new PlainFailure(
      'The packages of this checkout changed. Stop the service, and run `npm start` again.',
    )

  console.error(WORDS[part])
  const shares = sharesOf(wanted).map((share, index) => ({
    share,
    stage: path.join(root, `.cache/install-${part}-${process.pid}-${index}`),
  }))
  try {
    const installed = await Promise.allSettled(
      shares.map(({ share, stage }) => installIn(stage, share)),
    )
    for (const result of installed) if (result.status === 'rejected') throw result.reason
    for (const { stage } of shares) moveIn(stage, lock)
  } finally {
    for (const { stage } of shares) rmSync(stage, { recursive: true, force: true })
  }
}

/**
 * Installs into a folder. With the addresses npm need not ask for everything that is known about each
 * package, which is more than the packages themselves.
 * @param {string} stage
 * @param {LockFile} wanted
 */
async function installIn(stage, wanted) {
  rmSync(stage, { recursive: true, force: true })
  mkdirSync(stage, { recursive: true })
  writePart(stage, withAddresses(wanted, await configuredRegistry(root)))
  try {
    await npmCi(stage)
  } catch (error) {
    if (!(error instanceof NotThereError)) throw error
    writePart(stage, wanted)
    await npmCi(stage)
  }
}

/** A folder from which npm installs one part. @param {string} stage @param {LockFile} lock */
function writePart(stage, lock) {
  const { dependencies, devDependencies } = lock.packages[''] ?? {}
  const whole = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'))
  const manifest = { ...whole, dependencies, devDependencies }
  writeFileSync(path.join(stage, 'package.json'), JSON.stringify(manifest))
  writeFileSync(path.join(stage, 'package-lock.json'), JSON.stringify(lock))
  for (const name of ['.npmrc', 'vendor'])
    cpSync(path.join(root, name), path.join(stage, name), { recursive: true })
}

/**
 * Moves what was installed into node_modules: all of it where nothing usable is there, else what is
 * missing. npm's record of what is there is written last. The record is read only now: another process
 * may have moved in a part while this one was installed.
 * @param {string} stage
 * @param {LockFile} lock all that may be there
 */
function moveIn(stage, lock) {
  const target = path.join(root, 'node_modules')
  const present = readLock('node_modules/.package-lock.json')
  if (!present || !isInstalled({ packages: {} }, present, lock)) {
    rmSync(target, { recursive: true, force: true })
    renameSync(path.join(stage, 'node_modules'), target)
    return
  }
  const staged = readLock(path.join(stage, 'node_modules/.package-lock.json'))
  const places = Object.keys(staged?.packages ?? {}).filter((it) => it.startsWith('node_modules/'))
  // A package comes before those inside it, which move with it.
  for (const place of places.sort()) {
    const [from, to] = [path.join(stage, place), path.join(root, place)]
    if (existsSync(to) || !existsSync(from)) continue
    mkdirSync(path.dirname(to), { recursive: true })
    moveUnlessThere(from, to)
  }
  const record = { ...present, packages: { ...staged?.packages, ...present.packages } }
  const file = path.join(target, '.package-lock.json')
  const written = `${file}.${process.pid}`
  writeFileSync(written, JSON.stringify(record, null, 2))
  renameSync(written, file)
}

/** Moves a folder, unless another process has just put the same there. @param {string} from @param {string} to */
function moveUnlessThere(from, to) {
  try {
    renameSync(from, to)
  } catch (error) {
    if (!existsSync(to)) throw error
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  await runMain(async () => {
    const part = process.argv[2]
    if (part !== 'app' && part !== 'chains' && part !== 'documents')
      throw new PlainFailure('Parts: app, chains, documents')
    await ensurePart(part)
  })
