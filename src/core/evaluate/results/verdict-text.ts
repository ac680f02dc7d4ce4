import { formatNumber } from '../../format/number.ts'
import { type Board, type CellRecord, columnLetter } from '../board.ts'
import { hasChecks } from '../checks/current-outcomes.ts'
import type { VoteRecord } from '../votes/blind-pairs.ts'
import { currentVotes, voteVerdict } from '../votes/vote-results.ts'
import { type Verdict, verdictOf } from './verdict.ts'

/** What a board without any check says in place of a verdict. */
const NO_CHECKS = 'No checks yet'

/** What can be claimed of a board, by its checks and by blind votes: a sentence of each that says something. */
export function verdictTexts(
  board: Board,
  records: readonly CellRecord[],
  votes: readonly VoteRecord[],
): string[] {
  const current = currentVotes(board, records, votes)
  const byVotes =
    current.length === 0 ? '' : verdictText(board, voteVerdict(board, current), 'votes')
  return [
    hasChecks(board) ? verdictText(board, verdictOf(board, records)) : NO_CHECKS,
    byVotes === '' ? '' : `Blind votes: ${byVotes}`,
  ].filter((sentence) => sentence !== '')
}

/** What can be claimed of the configurations, in one or two sentences; empty where there is nothing to compare. */
export function verdictText(
  board: Board,
  verdict: Verdict,
  compared: 'pass rates' | 'votes' = 'pass rates',
): string {
  const letters = new Map(board.configurations.map(({ id }, index) => [id, columnLetter(index)]))
  const name = (id: string) => letters.get(id) ?? ''
  switch (verdict.kind) {
    case 'nothing-to-compare':
      return ''
    case 'best':
      return board.configurations.length === 2
        ? `${name(verdict.configurationId)} is better.`
        : `${name(verdict.configurationId)} is better than every other configuration.`
    case 'some': {
      const worse = new Set(verdict.differences.map((difference) => difference.worse))
      const claims = [...worse].map((id) => {
        const names = verdict.differences.flatMap((difference) =>
          difference.worse === id ? [name(difference.better)] : [],
        )
        const better = conjunction.format(names.toSorted())
        return `${better} ${names.length === 1 ? 'is' : 'are'} better than ${name(id)}`
      })
      return `${conjunction.format(claims)}. No best configuration can be claimed.`
    }
    case 'none':
      return verdict.casesNeeded === undefined
        ? `No difference can be claimed: the ${compared} are equal.`
        : `No difference can be claimed. About ${formatNumber(rounded(verdict.casesNeeded))} cases would be needed.`
  }
}

const conjunction = new Intl.ListFormat('en-US')

/** To two digits: nobody knows more exactly. */
function rounded(count: number): number {
  return Number(count.toPrecision(2))
}
