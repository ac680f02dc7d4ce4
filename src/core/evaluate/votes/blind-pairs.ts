import type { Board, Case, CellRecord, CellResponse } from '../board.ts'

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

/** One of two responses that are compared. */
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
