// @ts-check
/** Whether dist/ and build/ are made from the sources as they are now. */
import { createHash } from 'node:crypto'
import {
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'

import { root } from './checkout.mjs'

const stampFile = path.join(root, 'build/stamp')

/** Everything a build is made from. */
const sources = [
  'contract',
  'src',
  'service',
  'public',
  'vendor',
  'index.html',
  'package-lock.json',
  'vite.config.ts',
  'vite.service.config.ts',
  'scripts',
]

/** Forgets the last build, so that one cut short is never taken for a whole one. */
export function clearStamp() {
  rmSync(stampFile, { force: true })
}

/**
 * Notes a successful build.
 * @param {string} made the fingerprint of the sources, taken before the build began
 */
export function writeStamp(made) {
  mkdirSync(path.dirname(stampFile), { recursive: true })
  writeFileSync(stampFile, made)
}

/** @returns {string | undefined} the fingerprint the last build was made from */
export function readStamp() {
  return existsSync(stampFile) ? readFileSync(stampFile, 'utf8') : undefined
}

/**
 * One hash over name, size and modification time of every source file. Unlike the newest time
 * alone, it also sees a file removed, renamed or put back from a copy.
 * @param {string} base
 */
export function fingerprint(base = root) {
  const hash = createHash('sha256')
  for (const file of sources.flatMap((source) => filesUnder(path.join(base, source)))) {
    const { size, mtimeMs } = statSync(file)
    hash.update(`${path.relative(base, file)} ${size} ${mtimeMs}\n`)
  }
  return hash.digest('hex')
}

/**
 * The file itself, or all files below the folder, tests excepted; none when it does not exist.
 * @param {string} file absolute
 * @returns {string[]}
 */
function filesUnder(file) {
  const stats = statSync(file, { throwIfNoEntry: false })
  if (!stats) return []
  if (!stats.isDirectory()) return /\.test\.\w+$/.test(file) ? [] : [file]
  return readdirSync(file)
    .sort()
    .flatMap((name) => filesUnder(path.join(file, name)))
}
