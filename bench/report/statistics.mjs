// @ts-check
/** Numbers of repeated measurements. */

/** The middle of some values, NaN of none. @param {readonly number[]} values */
export function median(values) {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}

/**
 * The sides of one repetition in the order to measure them: forward and backward in turns, so that a
 * machine that grows busier or hotter is no side's disadvantage.
 * @template Side @param {readonly Side[]} sides @param {number} repetition @returns {Side[]}
 */
export function alternated(sides, repetition) {
  return repetition % 2 === 0 ? [...sides] : sides.toReversed()
}
