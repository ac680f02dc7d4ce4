import { describe, expect, test } from 'vitest'

import type { CellRecord } from '../board.ts'
import { board, random, record } from '../testing/boards.ts'
import { columnResults } from './column-results.ts'
import { resultTable, verdictTexts } from './result-words.ts'
import {
  type BlindPair,
  blindPairs,
  currentVotes,
  isVoteOf,
  voteOn,
  type VoteRecord,
  voteVerdict,
} from './votes.ts'

/** A response of its own for every cell. */
function responses(setup: ReturnType<typeof board>): CellRecord[] {
  return setup.cases.flatMap(({ id: caseId }) =>
    setup.configurations.map(({ id }) => ({
      ...record(caseId, id, 'passed'),
      response: { text: `${caseId} ${id}`, toolCalls: [] },
    })),
  )
}

const sidesOf = ({ left, right }: BlindPair) => [left.configurationId, right.configurationId]

describe('pairs', () => {
  test('are every two responses of a case, the same after a reload', () => {
    const setup = board(['a', 'b', 'c'], 40)
    const records = responses(setup)
    const pairs = blindPairs(setup, records)
    expect(pairs).toHaveLength(120)
    expect(blindPairs(setup, records.toReversed())).toEqual(pairs)
    const turned = { ...setup, configurations: setup.configurations.toReversed() }
    expect(blindPairs(turned, records)).toEqual(pairs)
  })

  test('have random sides and a random order, others on another board', () => {
    const setup = board(['a', 'b'], 400)
    const pairs = blindPairs(setup, responses(setup))
    const left = pairs.filter(({ left: { configurationId } }) => configurationId === 'a').length
    expect(left).toBeGreaterThan(160)
    expect(left).toBeLessThan(240)
    // The side of a pair says nothing of the next one's.
    const changes = pairs.filter(
      (pair, at) => sidesOf(pair).join() !== sidesOf(pairs[at - 1] ?? pair).join(),
    )
    expect(changes.length).toBeGreaterThan(160)
    expect(changes.length).toBeLessThan(240)
    expect(pairs.map(({ number }) => number)).not.toEqual(pairs.map((_, at) => at + 1))
    const other = blindPairs({ ...setup, id: 'other' }, responses(setup))
    expect(other.map(({ number }) => number)).not.toEqual(pairs.map(({ number }) => number))
  })

  test('have no responses that are equal, missing, under way or of a removed column', () => {
    const setup = board(['a', 'b'], 4)
    const records = responses(setup).map((one): CellRecord => {
      const { response: _, ...bare } = one
      if (one.caseId === 'c0') return { ...one, response: { text: 'Same ', toolCalls: [] } }
      if (one.caseId === 'c1' && one.configurationId === 'b') return { ...bare, status: 'error' }
      if (one.caseId === 'c2' && one.configurationId === 'b') return { ...one, status: 'waiting' }
      return one
    })
    const gone = { ...record('c3', 'gone', 'passed'), response: { text: 'x', toolCalls: [] } }
    expect(blindPairs(setup, [...records, gone]).map(({ number }) => number)).toEqual([4])
  })
})

/** The votes of somebody who finds the first of two configurations better this often. */
function votesFor(
  setup: ReturnType<typeof board>,
  share: number,
  next: () => number,
): VoteRecord[] {
  return blindPairs(setup, responses(setup)).map((pair) => {
    const isFirst = next() < share
    const isLeft = isFirst === (pair.left.configurationId === 'a')
    return voteOn(pair, isLeft ? 'left' : 'right')
  })
}

describe('votes', () => {
  test('are of the side that was pressed, wherever it stood', () => {
    const setup = board(['a', 'b'], 30)
    const records = responses(setup)
    const votes = votesFor(setup, 1, () => 0)
    expect(new Set(votes.map(({ choice }) => choice))).toEqual(new Set(['first']))
    const columns = columnResults(setup, records, votes)
    const [column, other] = columns
    expect(column?.winRate).toMatchObject({ rate: 1, votes: 30 })
    expect(other?.winRate).toMatchObject({ rate: 0, votes: 30 })
    expect(resultTable(columns)).toContainEqual({
      name: 'Blind votes won',
      texts: ['100% (89–100%) of 30', '0% (0–11%) of 30'],
    })
    expect(verdictTexts(setup, records, votes)).toContain('Blind votes: A is better.')
  })

  test('ties and two bad responses are half a win for both', () => {
    const setup = board(['a', 'b'], 4)
    const pairs = blindPairs(setup, responses(setup))
    const votes = pairs.map((pair, at) => voteOn(pair, at < 2 ? 'tie' : 'bad'))
    const columns = columnResults(setup, responses(setup), votes)
    expect(columns.map(({ winRate }) => winRate?.rate)).toEqual([0.5, 0.5])
    expect(verdictTexts(setup, responses(setup), votes)).toContain(
      'Blind votes: No difference can be claimed: the votes are equal.',
    )
  })

  test('behavior: a vote counts no more once a response was replaced or removed', () => {
    const setup = board(['a', 'b'], 2)
    const records = responses(setup)
    const [pair] = blindPairs(setup, records)
    if (pair === undefined) return expect.fail('no pair')
    const vote = voteOn(pair, 'left')
    expect(isVoteOf(vote, pair)).toBe(true)
    expect(currentVotes(setup, records, [vote])).toEqual([vote])
    const again = records.map((one) => ({ ...one, startedAt: 7 }))
    expect(currentVotes(setup, again, [vote])).toEqual([])
    expect(blindPairs(setup, again).some((other) => isVoteOf(vote, other))).toBe(false)
    expect(currentVotes({ ...setup, cases: [] }, records, [vote])).toEqual([])
    expect(currentVotes({ ...setup, configurations: [] }, records, [vote])).toEqual([])
  })

  test('votes on repeats of a case count as one', () => {
    const setup = { ...board(['a', 'b'], 1), repeats: 3 }
    const records = [0, 1, 2].flatMap((repeat) =>
      ['a', 'b'].map((id) => ({
        ...record('c0', id, 'passed', repeat),
        response: { text: `${id} ${repeat}`, toolCalls: [] },
      })),
    )
    const votes = blindPairs(setup, records).map((pair) => voteOn(pair, 'left'))
    expect(votes).toHaveLength(3)
    const [column] = columnResults(setup, records, votes)
    expect((column?.winRate?.high ?? 0) - (column?.winRate?.low ?? 0)).toBeGreaterThan(0.6)
  })

  test.each([
    [0.75, 'best', 95],
    [0.5, 'none', 95],
  ])(
    'who prefers one in %d of 100 cases: %s in at least %d of 100 boards',
    (share, kind, least) => {
      const next = random(3)
      const setup = board(['a', 'b'], 100)
      const kinds = Array.from({ length: 100 }, () =>
        voteVerdict(setup, votesFor(setup, share, next)),
      )
      expect(kinds.filter((verdict) => verdict.kind === kind).length).toBeGreaterThanOrEqual(least)
    },
  )
})
