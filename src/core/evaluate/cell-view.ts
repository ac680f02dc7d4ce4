import type { CellRecord, CellStatus } from './board.ts'

/** What the repeats of a case with a configuration came to together. */
export interface CellView {
  status: CellStatus
  /** Repeats that passed, of all there are to be. */
  passed: number
  repeats: number
  /** The records of these repeats, in their order. */
  records: readonly CellRecord[]
}

/** What the repeats of a cell came to: `passed` only if all did. Records of repeats that are no more don't count. */
export function cellView(stored: readonly CellRecord[], repeats: number): CellView {
  const records = stored.filter(({ repeat }) => repeat < repeats)
  const has = (status: CellStatus) => records.some((record) => record.status === status)
  const isWaiting = records.length < repeats || has('waiting')
  const order: readonly CellStatus[] = ['running', 'error', 'failed', 'passed']
  const settled = order.slice(1).find(has)
  return {
    status: has('running') ? 'running' : isWaiting ? 'waiting' : (settled ?? 'waiting'),
    passed: records.filter(({ status }) => status === 'passed').length,
    repeats,
    records,
  }
}

/** The sum of what is known of a figure, and undefined where nothing is. */
export function sumOf(
  records: readonly CellRecord[],
  figure: (record: CellRecord) => number | undefined,
): number | undefined {
  const known = records.flatMap((record) => figure(record) ?? [])
  return known.length === 0 ? undefined : known.reduce((sum, one) => sum + one, 0)
}
