import type { CellRecord } from '../board.ts'

/** What a cell came to. `undecided`: no check failed, and at least one couldn't be made. */
export type CellResult = 'passed' | 'failed' | 'undecided' | 'error'

/** What a cell came to; undefined as long as it has no result. */
export function cellResult({ status, outcomes = [] }: CellRecord): CellResult | undefined {
  switch (status) {
    case 'waiting':
    case 'running':
      return undefined
    case 'error':
      return 'error'
    case 'passed':
    case 'failed':
      if (outcomes.some(({ result }) => result === 'failed')) return 'failed'
      return outcomes.some(({ result }) => result === 'undecided') ? 'undecided' : status
  }
}
