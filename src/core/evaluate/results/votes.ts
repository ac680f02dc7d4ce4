import type { Board, Case, CellRecord, CellResponse } from '../board.ts'
import { type Proportion, wilsonInterval } from './cell-results.ts'
import { claimOf, type Pair, type Verdict } from './verdict.ts'

/** What a person preferred of two responses without knowing whose they are; `bad`: neither is any good. */
export interface VoteRecord {
  boardId: string
  caseId: string
  repeat: number
  /** The configurations, the lesser ID first. */
  first: string
  second: string
  choice: 'first' | 'second' | 'tie' | 'bad'
  /** `startedAt` of both responses: a vote counts only for those that were compared. */
  startedAt: readonly [first: number, second: number]
}

interface Side {
  configurationId: string
  startedAt: number
  response: CellResponse
}

/** Two responses of a case, side by side in an order that says nothing. */
export interface BlindPair {
  boardId: string
  case: Case
  /** Of the case, from 1. */
  number: number
  repeat: number
  left: Side
  right: Side
}

/**
 * Every two responses of a case that aren't the same text, in a random order and each pair with random sides. Both
 * are the same after a reload, since they follow from the IDs, and nobody can know them before.
 */
export function blindPairs(board: Board, records: readonly CellRecord[]): BlindPair[] {
  const sides = new Map<string, Side[]>()
  for (const { caseId, repeat, configurationId, status, startedAt, response } of records) {
    if (response === undefined || status === 'waiting' || status === 'running') continue
    const key = `${caseId}/${repeat}`
    sides.set(key, [...(sides.get(key) ?? []), { configurationId, startedAt, response }])
  }
  const shown = new Set(board.configurations.map(({ id }) => id))
  const pairs = board.cases.flatMap((row, index) =>
    Array.from({ length: board.repeats }, (_, repeat) => repeat).flatMap((repeat) => {
      const own = (sides.get(`${row.id}/${repeat}`) ?? [])
        .filter(({ configurationId }) => shown.has(configurationId))
        .toSorted((a, b) => (a.configurationId < b.configurationId ? -1 : 1))
      return own.flatMap((first, at) =>
        own.slice(at + 1).flatMap((second) => {
          if (textOf(first) === textOf(second)) return []
          const place = [board.id, row.id, repeat, first.configurationId, second.configurationId]
          const dice = scrambled(place.join('/'))
          const [left, right] = dice % 2 === 0 ? [first, second] : [second, first]
          const pair = { boardId: board.id, case: row, number: index + 1, repeat, left, right }
          return [{ dice, pair }]
        }),
      )
    }),
  )
  return pairs.toSorted((a, b) => a.dice - b.dice).map(({ pair }) => pair)
}

function textOf({ response: { text, toolCalls } }: Side): string {
  return JSON.stringify([text.trim(), toolCalls])
}

/** The vote that a choice between two sides is. */
export function voteOn(
  { boardId, case: { id: caseId }, repeat, left, right }: BlindPair,
  choice: 'left' | 'right' | 'tie' | 'bad',
): VoteRecord {
  const isLeftFirst = left.configurationId < right.configurationId
  const [first, second] = isLeftFirst ? [left, right] : [right, left]
  return {
    boardId,
    caseId,
    repeat,
    first: first.configurationId,
    second: second.configurationId,
    choice:
      choice === 'tie' || choice === 'bad'
        ? choice
        : (choice === 'left') === isLeftFirst
          ? 'first'
          : 'second',
    startedAt: [first.startedAt, second.startedAt],
  }
}

/** Whether a vote is of the very responses of a pair. */
export function isVoteOf(vote: VoteRecord, pair: BlindPair): boolean {
  const { choice: _, ...compared } = voteOn(pair, 'tie')
  const { choice: __, ...voted } = vote
  return voteKey(vote) === voteKey(compared) && voted.startedAt.join() === compared.startedAt.join()
}

/** What was compared, as one string. */
export function voteKey(vote: Omit<VoteRecord, 'choice' | 'startedAt'>): string {
  return `${vote.caseId}/${vote.repeat}/${vote.first}/${vote.second}`
}

/** 32 bits of a text that are far apart for texts that are near: FNV-1a, then the last step of MurmurHash3. */
function scrambled(text: string): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at += 1)
    hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return (hash ^ (hash >>> 16)) >>> 0
}

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
