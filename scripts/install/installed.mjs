// @ts-check
/** What node_modules holds, compared with a lock file. */
import { readFileSync } from 'node:fs'
import path from 'node:path'

import { root } from '../checkout.mjs'

/** @typedef {import('./parts.mjs').LockFile} LockFile */

/**
 * True when the installed tree (npm's record of it) has what is wanted, and nothing that the whole lock
 * file does not know. Optional packages may be absent, since npm leaves out those of other systems; one
 * *for* another system means that node_modules was copied here from there.
 * @param {LockFile} wanted
 * @param {LockFile} present
 * @param {LockFile} whole the lock file that `wanted` is a part of
 * @param {string} platform
 */
export function isInstalled(wanted, present, whole = wanted, platform = process.platform) {
  const { '': _self, ...locked } = wanted.packages
  const nothingMissing = Object.entries(locked).every(([name, entry]) => {
    const found = present.packages[name]
    if (!found) return entry.optional === true
    return isSame(found, entry)
  })
  const nothingForeign = Object.entries(present.packages).every(([name, found]) => {
    const { os = [] } = found
    const entry = whole.packages[name]
    return (
      entry !== undefined &&
      isSame(found, entry) &&
      (os.every((each) => each.startsWith('!')) || os.includes(platform))
    )
  })
  return nothingMissing && nothingForeign
}

/**
 * @param {import('./parts.mjs').LockedPackage} one
 * @param {import('./parts.mjs').LockedPackage} other
 */
function isSame(one, other) {
  return one.version === other.version && one.integrity === other.integrity
}

/** @param {string} file absolute, or relative to the checkout @returns {LockFile | undefined} */
export function readLock(file) {
  try {
    return JSON.parse(readFileSync(path.resolve(root, file), 'utf8'))
  } catch {
    return undefined
  }
}
