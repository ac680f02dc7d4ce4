import { expect, test } from 'vitest'

import { pairKey } from '../board-state.ts'
import type { CellRecord } from '../board.ts'
import { board as boardOf, record as recordOf } from '../testing/boards.ts'
import { type CellState, cellView, filterCases, sortCases, sumOf } from './cell-view.ts'

const board = boardOf(['a', 'b'], 3)
const [row = { id: '', variables: {} }] = board.cases

function record(state: CellState, repeat = 0, of: Partial<CellRecord> = {}): CellRecord {
  return { ...recordOf('c0', 'a', state, repeat), ...of }
}

test.each<[string, CellState[], number, CellState]>([
  ['nothing was sent', [], 1, 'waiting'],
  ['all repeats passed', ['passed', 'passed'], 2, 'passed'],
  ['one repeat failed', ['passed', 'failed'], 2, 'failed'],
  ['one has no response', ['error', 'failed'], 2, 'error'],
  ['one was not judged', ['passed', 'done'], 2, 'done'],
  ['a repeat is still to be sent', ['passed'], 2, 'waiting'],
  ['one waits to be sent again', ['passed', 'waiting'], 2, 'waiting'],
  ['one is running', ['failed', 'running'], 3, 'running'],
  ['there are fewer repeats than before', ['passed', 'failed'], 1, 'passed'],
])('behavior: a cell of which %s is shown so', (_, states, repeats, state) => {
  const records = states.map((one, repeat) => record(one, repeat))
  expect(cellView({ ...board, repeats }, row, records).state).toBe(state)
})

test('behavior: a response that no check judged is done, and says nothing of passing', () => {
  const judged = [record('passed', 0), record('failed', 1)]
  const two = { ...board, repeats: 2 }
  expect(cellView(two, row, judged)).toMatchObject({ state: 'failed', passed: 1 })
  expect(cellView({ ...two, checks: [] }, row, judged)).toMatchObject({
    state: 'done',
    passed: undefined,
  })
})

test('behavior: a check that could not be made is no pass, and its reason is shown', () => {
  const outcomes = [{ checkId: 'check', result: 'undecided' as const, reason: 'It timed out.' }]
  const view = cellView(board, row, [record('done', 0, { outcomes })])
  expect(view).toMatchObject({ state: 'error', passed: undefined, reason: 'It timed out.' })
})

test('a figure that no repeat has is unknown, not zero', () => {
  const known = record('passed', 0, { response: { text: '', toolCalls: [], cost: 20 } })
  expect(sumOf([known, record('passed', 1), known], (one) => one.response?.cost)).toBe(40)
  expect(sumOf([record('passed')], (one) => one.response?.cost)).toBeUndefined()
})

const records = [
  record('passed'),
  record('passed', 0, { configurationId: 'b' }),
  record('passed', 0, { caseId: 'c1' }),
  record('failed', 0, { caseId: 'c1', configurationId: 'b' }),
]
const cells = new Map(records.map((one) => [pairKey(one), [one]]))

test('behavior: a filter shows the cases with such a cell, and each keeps its number', () => {
  const numbers = (filter: Parameters<typeof filterCases>[2], of = board) =>
    filterCases(of, cells, filter).map(({ number }) => number)
  expect(numbers('all')).toEqual([1, 2, 3])
  expect(numbers('failed')).toEqual([2])
  expect(numbers('differ')).toEqual([2])
  expect(numbers('waiting')).toEqual([3])
  const unchecked = { ...board, checks: [] }
  expect(numbers('passed', unchecked)).toEqual([])
  expect(numbers('differ', unchecked)).toEqual([])
  expect(numbers('done', unchecked)).toEqual([1, 2])
})

test('behavior: cases are sorted by what went wrong, cost or took long, else as on the board', () => {
  const response = (cost: number, duration: number) => ({ text: '', toolCalls: [], cost, duration })
  const sent = [
    record('passed', 0, { response: response(1, 900) }),
    record('failed', 0, { caseId: 'c1', response: response(5, 100) }),
    record('error', 0, { caseId: 'c2' }),
  ]
  const known = new Map(sent.map((one) => [pairKey(one), [one]]))
  const numbers = (order: Parameters<typeof sortCases>[3]) =>
    sortCases(filterCases(board, known, 'all'), board, known, order).map(({ number }) => number)
  expect(numbers('board')).toEqual([1, 2, 3])
  expect(numbers('failures')).toEqual([2, 3, 1])
  expect(numbers('cost')).toEqual([2, 1, 3])
  expect(numbers('time')).toEqual([1, 2, 3])
})
