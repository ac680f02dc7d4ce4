import type { Board, CellRecord } from '../board.ts'
import { type CaseScores, caseScores, resultsByConfiguration } from './cell-results.ts'

/** Stricter than usual: in any 100 boards of equal configurations at least 95 are to claim no difference. */
const SIGNIFICANCE = 0.02
/** Of a normal distribution, for this significance, and to see a difference in 4 of 5 tries. */
const Z_SIGNIFICANCE = 2.3263478740408408
const Z_POWER = 0.8416212335729143

interface Difference {
  better: string
  worse: string
}

/**
 * What can be claimed of the configurations of a board (by their IDs). `best`: it is better than every other.
 * `some`: there are differences, but no configuration is better than all others. `none`: with `casesNeeded`,
 * how many cases would show the largest difference that was observed, roughly; absent where there is none.
 */
export type Verdict =
  | { kind: 'nothing-to-compare' }
  | { kind: 'best'; configurationId: string }
  | { kind: 'some'; differences: readonly Difference[] }
  | { kind: 'none'; casesNeeded?: number }

/**
 * Compares every two configurations over the cases that both have a result for: McNemar's exact test of what most
 * repeats of a case came to. A case whose repeats are split evenly isn't compared. The best one has to be better
 * than each other, by Holm's correction for as many comparisons; differences between any two are corrected for
 * all pairs. A claim is wrong in at most 2 % of boards, and the same whatever the order of the columns.
 */
export function verdictOf(board: Board, records: readonly CellRecord[]): Verdict {
  const columns = [...resultsByConfiguration(board, records)].map(
    ([id, cells]): [string, CaseScores] => [id, caseScores(cells)],
  )
  const pairs = columns.flatMap(([first, scores], index) =>
    columns.slice(index + 1).map(([second, others]) => pairOf([first, scores], [second, others])),
  )
  return claimOf(
    columns.map(([id]) => id),
    pairs,
  )
}

/** What the comparisons of every two of some configurations allow to claim. */
export function claimOf(ids: readonly string[], pairs: readonly Pair[]): Verdict {
  if (pairs.every(({ cases }) => cases === 0)) return { kind: 'nothing-to-compare' }
  const best = ids.find((id) => {
    const own = pairs.filter(({ first, second }) => id === first || id === second)
    const differences = differencesIn(own)
    return differences.length === own.length && differences.every(({ better }) => better === id)
  })
  if (best !== undefined) return { kind: 'best', configurationId: best }
  const differences = differencesIn(pairs)
  if (differences.length > 0) return { kind: 'some', differences }
  const needed = pairs.flatMap((pair) => casesNeeded(pair, pairs.length) ?? [])
  return { kind: 'none', ...(needed.length === 0 ? {} : { casesNeeded: Math.min(...needed) }) }
}

function differencesIn(pairs: readonly Pair[]): Difference[] {
  const adjusted = holm(pairs.map(({ onlyFirst, onlySecond }) => mcNemar(onlyFirst, onlySecond)))
  return pairs.flatMap(({ first, second, onlyFirst, onlySecond }, index): Difference[] => {
    if ((adjusted[index] ?? 1) > SIGNIFICANCE) return []
    return onlyFirst > onlySecond
      ? [{ better: first, worse: second }]
      : [{ better: second, worse: first }]
  })
}

/** Two configurations over the cases that they were compared by. */
export interface Pair {
  first: string
  second: string
  /** Compared, and of these those that only one side passed, or was preferred in. */
  cases: number
  onlyFirst: number
  onlySecond: number
}

function pairOf(
  [first, scores]: [string, CaseScores],
  [second, others]: [string, CaseScores],
): Pair {
  const pair = { first, second, cases: 0, onlyFirst: 0, onlySecond: 0 }
  for (const [id, score] of scores) {
    const other = others.get(id)
    if (other === undefined || score === 0.5 || other === 0.5) continue
    pair.cases += 1
    if (score > 0.5 && other < 0.5) pair.onlyFirst += 1
    if (score < 0.5 && other > 0.5) pair.onlySecond += 1
  }
  return pair
}

/** Cases that would show a difference as large as observed in 4 of 5 tries (Connor 1987). */
function casesNeeded({ cases, onlyFirst, onlySecond }: Pair, comparisons: number) {
  const difference = Math.abs(onlyFirst - onlySecond) / cases
  if (!(difference > 0)) return undefined
  const discordant = (onlyFirst + onlySecond) / cases
  // Of several comparisons each has to be clearer; this is close to the normal distribution from 2 to 28.
  const z = Math.sqrt(Z_SIGNIFICANCE ** 2 + 2 * Math.log(comparisons) * 0.9)
  const root = z * Math.sqrt(discordant) + Z_POWER * Math.sqrt(discordant - difference ** 2)
  return Math.max(cases + 1, Math.ceil((root / difference) ** 2))
}

/**
 * McNemar's exact test, two-sided: how likely pairs are split at least as unevenly as this where both
 * sides are equally good. Pairs with the same result on both sides say nothing and aren't counted.
 */
export function mcNemar(onlyFirst: number, onlySecond: number): number {
  const pairs = onlyFirst + onlySecond
  const fewer = Math.min(onlyFirst, onlySecond)
  // In logarithms: the halves of thousands of pairs are smaller than a number can be.
  let term = -pairs * Math.LN2
  let tail = Math.exp(term)
  for (let count = 1; count <= fewer; count += 1) {
    term += Math.log(pairs - count + 1) - Math.log(count)
    tail += Math.exp(term)
  }
  return Math.min(1, 2 * tail)
}

/** p-values corrected for how many there are, by Holm's method, in the same order. */
export function holm(values: readonly number[]): number[] {
  const order = values.map((_, index) => index).sort((a, b) => (values[a] ?? 1) - (values[b] ?? 1))
  const adjusted = values.map(() => 1)
  let least = 0
  for (const [rank, index] of order.entries()) {
    least = Math.max(least, Math.min(1, (values[index] ?? 1) * (values.length - rank)))
    adjusted[index] = least
  }
  return adjusted
}
