import { describe, expect, test } from 'vitest'

import type { Board, CellRecord, CheckOutcome } from '../board.ts'
import { board, random, record } from '../testing/boards.ts'
import { wilsonInterval } from './cell-results.ts'
import type { CellState } from './cell-view.ts'
import { columnResults } from './column-results.ts'
import { verdictText } from './result-words.ts'
import { holm, mcNemar, type Verdict, verdictOf } from './verdict.ts'

const CODE = { id: 'code', type: 'code' as const, code: 'return true' }

const outcome = (result: CheckOutcome['result']): CheckOutcome => ({ checkId: 'check', result })

describe('interval', () => {
  test.each([
    [0.5, 10, 0.2366, 0.7634],
    [1, 20, 0.8389, 1],
    [0, 20, 0, 0.1611],
    [0.9, 100, 0.8256, 0.9448],
  ])('a rate of %d over %d cases lies between %d and %d', (rate, count, low, high) => {
    const interval = wilsonInterval(rate, count)
    expect(interval.low).toBeCloseTo(low, 4)
    expect(interval.high).toBeCloseTo(high, 4)
  })
})

describe('tests', () => {
  test.each([
    [0, 0, 1],
    [5, 0, 0.0625],
    [6, 0, 0.03125],
    [1, 9, 0.021484375],
    [10, 10, 1],
  ])('McNemar of %d against %d is %d', (first, second, p) =>
    expect(mcNemar(first, second)).toBeCloseTo(p, 10),
  )

  test('thousands of pairs are tested too', () => {
    expect(mcNemar(2500, 2500)).toBe(1)
    expect(mcNemar(2600, 2400)).toBeCloseTo(0.0049, 3)
    expect(mcNemar(5000, 0)).toBe(0)
  })

  test('Holm corrects the smallest value most and keeps the order', () => {
    const adjusted = holm([0.04, 0.01, 0.03])
    for (const [index, value] of [0.06, 0.03, 0.06].entries())
      expect(adjusted[index]).toBeCloseTo(value, 10)
  })
})

describe('column', () => {
  test('counts cells by result, and what is not run waits', () => {
    const state = (index: number): CellState =>
      index === 0 ? 'error' : index === 1 ? 'running' : 'passed'
    const records = [0, 1, 2, 3].map((index) => record(`c${index}`, 'A', state(index)))
    const [column] = columnResults(board(['A'], 6), [
      ...records,
      { ...record('c4', 'A', 'done'), outcomes: [outcome('undecided')] },
    ])
    const counts = { passed: 2, failed: 0, undecided: 1, done: 0, error: 1, waiting: 2 }
    expect(column?.counts).toEqual(counts)
    expect(column?.passRate).toMatchObject({ rate: 1, cases: 2 })
  })

  test('behavior: a failure beside a check that could not be made is none of the pass rate', () => {
    const two = { ...board(['A'], 4), checks: [...board([], 0).checks, CODE] }
    const records = [0, 1, 2, 3].map((index) => ({
      ...record(`c${index}`, 'A', 'done'),
      outcomes: [
        outcome(index === 0 ? 'failed' : 'passed'),
        { ...outcome(index < 2 ? 'undecided' : 'passed'), checkId: CODE.id },
      ],
    }))
    const [column] = columnResults(two, records)
    expect(column?.counts).toMatchObject({ passed: 2, failed: 1, undecided: 1 })
    expect(column?.passRate).toMatchObject({ rate: 1, cases: 2 })
  })

  test('repeats of a case count once, with the share that passed', () => {
    const records = [0, 1, 2, 3].flatMap((repeat) => [
      record('c0', 'A', repeat === 0 ? 'passed' : 'failed', repeat),
      record('c1', 'A', 'passed', repeat),
    ])
    const [column] = columnResults({ ...board(['A'], 2), repeats: 4 }, records)
    expect(column?.counts).toMatchObject({ passed: 5, failed: 3, waiting: 0 })
    expect(column?.passRate).toMatchObject({ rate: 0.625, cases: 2 })
  })

  test('adds up cost, and shows times that were measured', () => {
    const records = Array.from({ length: 20 }, (_, index): CellRecord => ({
      ...record(`c${index}`, 'A', 'passed'),
      response: {
        text: '',
        toolCalls: [],
        timeToFirstToken: (index + 1) * 10,
        duration: 1000 - index,
        ...(index === 0 ? {} : { cost: 7 }),
      },
      outcomes: [{ ...outcome('passed'), cost: 2 }],
    }))
    expect(columnResults(board(['A'], 20), records)).toMatchObject([
      {
        cost: 133,
        unknownCosts: 1,
        checkCost: 40,
        timeToFirstToken: { p50: 100, p95: 190 },
        duration: { p50: 990, p95: 999 },
      },
    ])
  })

  test('a cell that is sent again counts no more until it has its new result', () => {
    const response = { text: '', toolCalls: [], cost: 5, duration: 9 }
    const [column] = columnResults(board(['A'], 1), [{ ...record('c0', 'A', 'running'), response }])
    expect(column).toMatchObject({ counts: { waiting: 1 }, cost: 0 })
    expect(column?.duration).toBeUndefined()
  })

  test('cells that left the board are not counted', () => {
    const [column, other] = columnResults(board(['A', 'B'], 1), [
      record('c0', 'A', 'passed'),
      record('c0', 'A', 'passed', 1),
      record('c9', 'A', 'passed'),
      record('c0', 'Z', 'passed'),
    ])
    expect(column?.counts).toMatchObject({ passed: 1, failed: 0, waiting: 0 })
    expect(other).toMatchObject({ counts: { waiting: 1 }, cost: 0 })
    expect(other?.passRate).toBeUndefined()
  })
})

type Results = [Board, CellRecord[]]

/** Boards of 100 cases each, of configurations that pass this share of them. */
function boards(rates: Readonly<Record<string, number>>, count = 100): Results[] {
  const next = random(1)
  return Array.from({ length: count }, (): Results => {
    const setup = board(Object.keys(rates), 100)
    const records = setup.cases.flatMap(({ id }) =>
      Object.entries(rates).map(([configuration, rate]) =>
        record(id, configuration, next() < rate ? 'passed' : 'failed'),
      ),
    )
    return [setup, records]
  })
}

describe('verdict', () => {
  test.each([
    { A: 0.6, B: 0.9 },
    { A: 0.6, B: 0.9, C: 0.6, D: 0.6 },
    { A: 0.6, B: 0.9, C: 0.6, D: 0.6, E: 0.6, F: 0.6, G: 0.6, H: 0.6 },
  ])('names a configuration that is better in at least 95 of 100 boards: %j', (rates) => {
    const verdicts = boards(rates).map((results) => verdictOf(...results))
    const named = verdicts.filter((verdict) => verdict.kind === 'best')
    expect(named.length).toBeGreaterThanOrEqual(95)
    expect(new Set(named.map(({ configurationId }) => configurationId))).toEqual(new Set(['B']))
  })

  test.each([
    { A: 0.75, B: 0.75 },
    { A: 0.9, B: 0.9 },
    { A: 0.8, B: 0.8, C: 0.8 },
    { A: 0.5, B: 0.5, C: 0.5, D: 0.5, E: 0.5, F: 0.5, G: 0.5, H: 0.5 },
  ])('claims no difference in at least 95 of 100 boards of equal ones: %j', (rates) => {
    const none = boards(rates).filter((results) => verdictOf(...results).kind === 'none')
    expect(none.length).toBeGreaterThanOrEqual(95)
  })

  test('is the same whatever the order of the columns', () => {
    const kinds = new Set<string>()
    for (const [setup, records] of boards({ A: 0.6, B: 0.85, C: 0.7, D: 0.5 }, 40)) {
      const turned = { ...setup, configurations: setup.configurations.toReversed() }
      const sorted = (verdict: Verdict) =>
        verdict.kind === 'some'
          ? verdict.differences.map(({ better, worse }) => `${better}>${worse}`).toSorted()
          : verdict
      const verdict = verdictOf(setup, records)
      kinds.add(verdict.kind)
      expect(sorted(verdictOf(turned, records.toReversed()))).toEqual(sorted(verdict))
    }
    expect([...kinds].toSorted()).toEqual(['best', 'none', 'some'])
  })

  test('compares what most repeats came to, and only cases that both have a result for', () => {
    const setup = { ...board(['A', 'B'], 30), repeats: 3 }
    const records = setup.cases.flatMap(({ id }, index) =>
      [0, 1, 2].flatMap((repeat) => [
        record(id, 'A', repeat === 0 ? 'failed' : 'passed', repeat),
        record(id, 'B', index < 8 ? (repeat === 0 ? 'passed' : 'failed') : 'error', repeat),
      ]),
    )
    expect(verdictOf(setup, records)).toEqual({ kind: 'best', configurationId: 'A' })
    const fewer = records.filter(({ caseId }) => Number(caseId.slice(1)) >= 3)
    expect(verdictOf(setup, fewer)).toMatchObject({ kind: 'none' })
  })

  test('behavior: asks for the cases that would show the difference in 4 of 5 tries', () => {
    const setup = board(['A', 'B'], 100)
    const split = setup.cases.flatMap(({ id }, index) => [
      record(id, 'A', index < 80 ? 'passed' : 'failed'),
      record(id, 'B', index < 56 || index >= 86 ? 'passed' : 'failed'),
    ])
    // 24 and 14 of 100 differ; the usual formula has 379 for 2 % and a power of 80 %.
    expect(verdictOf(setup, split)).toEqual({ kind: 'none', casesNeeded: 379 })
  })
})

describe('sentence', () => {
  const of = (letters: readonly string[], verdict: Verdict) =>
    verdictText(board(letters, 1), verdict)

  test.each([
    [of(['x', 'y'], { kind: 'best', configurationId: 'y' }), 'B is better.'],
    [
      of(['x', 'y', 'z'], { kind: 'best', configurationId: 'x' }),
      'A is better than every other configuration.',
    ],
    [
      of(['x', 'y'], { kind: 'none', casesNeeded: 1437 }),
      'No difference can be claimed. About 1,400 cases would be needed.',
    ],
    [of(['x', 'y'], { kind: 'none' }), 'No difference can be claimed: the pass rates are equal.'],
    [of(['x'], { kind: 'nothing-to-compare' }), ''],
    [
      of(['x', 'y', 'z'], {
        kind: 'some',
        differences: [
          { better: 'y', worse: 'z' },
          { better: 'x', worse: 'z' },
        ],
      }),
      'A and B are better than C. No best configuration can be claimed.',
    ],
  ])('%s', (sentence, expected) => expect(sentence).toBe(expected))
})
