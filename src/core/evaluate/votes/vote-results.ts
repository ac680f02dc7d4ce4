import type { Board, CellRecord } from '../board.ts'
import { claimOf, type Pair, type Verdict } from '../results/verdict.ts'
import { type Proportion, wilsonInterval } from '../results/wilson.ts'
import type { VoteRecord } from './blind-pairs.ts'

/** What blind votes said of a configuration: how many of its comparisons ended how. */
export interface VoteCounts {
  won: number
  lost: number
  tied: number
  /** Neither response was any good. */
  bad: number
}

/**
 * How often a configuration was preferred, a tie being half. Votes on one case aren't independent: each case counts
 * once, with their mean.
 */
export type WinRate = Proportion & { votes: number }

/** Votes on responses that are still on the board. */
export function currentVotes(
  board: Board,
  records: readonly CellRecord[],
  votes: readonly VoteRecord[],
): VoteRecord[] {
  if (votes.length === 0) return []
  const cases = new Set(board.cases.map(({ id }) => id))
  const configurations = new Set(board.configurations.map(({ id }) => id))
  const at = new Map(records.map((record) => [placeOf(record), record.startedAt]))
  return votes.filter((vote) => {
    const { caseId, repeat, first, second, startedAt } = vote
    const sides = [first, second].map((configurationId) => ({ caseId, repeat, configurationId }))
    return (
      cases.has(caseId) &&
      repeat < board.repeats &&
      sides.every(
        (side, index) =>
          configurations.has(side.configurationId) && at.get(placeOf(side)) === startedAt[index],
      )
    )
  })
}

function placeOf(cell: Pick<CellRecord, 'caseId' | 'repeat' | 'configurationId'>): string {
  return `${cell.caseId}/${cell.repeat}/${cell.configurationId}`
}

/** What votes came to for one configuration. */
export function countVotes(votes: readonly VoteRecord[], configurationId: string): VoteCounts {
  const counts = { won: 0, lost: 0, tied: 0, bad: 0 }
  for (const { first, second, choice } of votes) {
    if (first !== configurationId && second !== configurationId) continue
    if (choice === 'bad') counts.bad += 1
    else if (choice === 'tie') counts.tied += 1
    else if ((choice === 'first') === (first === configurationId)) counts.won += 1
    else counts.lost += 1
  }
  return counts
}

/** How often a configuration was preferred; undefined without a vote. */
export function winRate(
  votes: readonly VoteRecord[],
  configurationId: string,
): WinRate | undefined {
  const byCase = new Map<string, VoteRecord[]>()
  for (const vote of votes)
    if (vote.first === configurationId || vote.second === configurationId)
      byCase.set(vote.caseId, [...(byCase.get(vote.caseId) ?? []), vote])
  if (byCase.size === 0) return undefined
  const scores = [...byCase.values()].map((own) => {
    const { won, tied, bad } = countVotes(own, configurationId)
    return (won + (tied + bad) / 2) / own.length
  })
  const mean = scores.reduce((sum, score) => sum + score, 0) / scores.length
  const count = [...byCase.values()].reduce((sum, own) => sum + own.length, 0)
  return { ...wilsonInterval(mean, scores.length), votes: count }
}

/** What votes allow to claim, by the same test as pass rates: of each case the side that most votes preferred. */
export function voteVerdict({ configurations }: Board, votes: readonly VoteRecord[]): Verdict {
  const leads = new Map<string, Map<string, number>>()
  for (const { caseId, first, second, choice } of votes) {
    const cases = leads.get(`${first}/${second}`) ?? new Map<string, number>()
    const lead = choice === 'first' ? 1 : choice === 'second' ? -1 : 0
    leads.set(`${first}/${second}`, cases.set(caseId, (cases.get(caseId) ?? 0) + lead))
  }
  const ids = configurations.map(({ id }) => id)
  const pairs = ids.flatMap((one, index) =>
    ids.slice(index + 1).map((other): Pair => {
      const [first, second] = one < other ? [one, other] : ([other, one] as const)
      const own = [...(leads.get(`${first}/${second}`)?.values() ?? [])]
      return {
        first,
        second,
        cases: own.length,
        onlyFirst: own.filter((lead) => lead > 0).length,
        onlySecond: own.filter((lead) => lead < 0).length,
      }
    }),
  )
  return claimOf(ids, pairs)
}
