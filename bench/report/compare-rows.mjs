// @ts-check
/** Rows of the same benches, measured on two sides in turns. */
import { isDisturbed } from './machine-load.mjs'
import { median } from './statistics.mjs'

/** @typedef {import('./recorded-runs.mjs').RecordedRow} RecordedRow */
/**
 * @typedef {object} Compared
 * @property {string} name
 * @property {string} unit
 * @property {number} here median of what was measured here, NaN where nothing was
 * @property {number} there median of the other side
 * @property {number} ratio here / there
 * @property {number} rounds in which both sides were measured
 * @property {number} disturbed of the measurements of both sides
 */

/**
 * Compares two sides row by row, in the order of ours; a row that one side does not have has no ratio.
 * @param {readonly RecordedRow[][]} here the rows of each round @param {readonly RecordedRow[][]} there
 * @returns {Compared[]}
 */
export function compareRows(here, there) {
  const keys = new Set([...here, ...there].flat().map(keyOf))
  return [...keys].map((key) => {
    const of = (/** @type {readonly RecordedRow[][]} */ rounds) =>
      rounds.flatMap((rows) => rows.find((row) => keyOf(row) === key) ?? [])
    const [ours, theirs] = [of(here), of(there)]
    const [name = '', unit = ''] = key.split('\n')
    const [a, b] = [median(ours.map((row) => row.ours)), median(theirs.map((row) => row.ours))]
    const disturbed = [...ours, ...theirs].filter(({ load }) => load && isDisturbed(load)).length
    const rounds = Math.min(ours.length, theirs.length)
    return { name, unit, here: a, there: b, ratio: a / b, rounds, disturbed }
  })
}

/** The same figure stands beside several baselines; here it counts once. @param {RecordedRow} row */
function keyOf({ name, unit }) {
  return `${name}\n${unit}`
}
