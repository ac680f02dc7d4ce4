import { formatNumber } from '../../format/number.ts'
import { type Board, columnLetter } from '../board.ts'
import type { Verdict } from './verdict.ts'

/** What can be claimed of the configurations, in one or two sentences; empty where there is nothing to compare. */
export function verdictText(board: Board, verdict: Verdict): string {
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
        ? 'No difference can be claimed: the pass rates are equal.'
        : `No difference can be claimed. About ${formatNumber(rounded(verdict.casesNeeded))} cases would be needed.`
  }
}

const conjunction = new Intl.ListFormat('en-US')

/** To two digits: nobody knows more exactly. */
function rounded(count: number): number {
  return Number(count.toPrecision(2))
}
