// @ts-check
/** The runs recorded on this machine: what a new one is compared with. */
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'

/** @typedef {import('../bench.mjs').BenchRow} BenchRow */
/** @typedef {import('./machine-load.mjs').MachineLoad} MachineLoad */
/** @typedef {BenchRow & { load?: MachineLoad }} RecordedRow with the load while it was measured */
/** @typedef {{ at: string, rows: RecordedRow[] }} Run `at` is an ISO time */

/** Recorded runs that are kept. */
const KEPT = 10
const NAMED = /^\d{4}-\d\d-\d\dT[\d-]+\.\d+Z\.json$/

/** The runs of a folder, the latest first. What cannot be read is none. @param {string} folder @returns {Run[]} */
export function readRuns(folder) {
  return names(folder).flatMap((name) => {
    try {
      const run = JSON.parse(readFileSync(path.join(folder, name), 'utf8'), infiniteRatio)
      return Array.isArray(run.rows) ? [run] : []
    } catch {
      return []
    }
  })
}

/** JSON has no word for the ratio to nothing, such as to no dropped frame. @param {string} key @param {unknown} value */
function infiniteRatio(key, value) {
  return key === 'ratio' && value === null ? Infinity : value
}

/**
 * Writes a run and removes the oldest ones.
 * @param {string} folder @param {Run & Record<string, unknown>} run @returns {string} the file
 */
export function recordRun(folder, run) {
  mkdirSync(folder, { recursive: true })
  const file = path.join(folder, `${run.at.replaceAll(':', '-')}.json`)
  writeFileSync(file, `${JSON.stringify(run, null, 2)}\n`)
  for (const name of names(folder).slice(KEPT)) rmSync(path.join(folder, name), { force: true })
  return file
}

/**
 * The same row of the last run that has one, and when that was.
 * @param {readonly Run[]} runs the latest first @param {BenchRow} row
 * @returns {{ at: string, row: RecordedRow } | undefined}
 */
export function lastOf(runs, { name, baselineName, unit }) {
  for (const { at, rows } of runs) {
    const row = rows.find(
      (each) => each.name === name && each.baselineName === baselineName && each.unit === unit,
    )
    if (row !== undefined) return { at, row }
  }
  return undefined
}

/** @param {string} folder @returns {string[]} */
function names(folder) {
  try {
    return readdirSync(folder)
      .filter((name) => NAMED.test(name))
      .toSorted()
      .toReversed()
  } catch {
    return []
  }
}
