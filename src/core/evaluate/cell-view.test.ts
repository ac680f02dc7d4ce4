import { expect, test } from 'vitest'

import { pairKey } from './board-state.ts'
import type { Board, CellRecord, CellStatus } from './board.ts'
import { cellView, sumOf } from './cell-view.ts'
import { filterCases, sortCases } from './shown-cases.ts'

function record(status: CellStatus, repeat = 0, of: Partial<CellRecord> = {}): CellRecord {
  const cell = { boardId: 'board', runId: 'run', caseId: '1', configurationId: 'a', repeat }
  return { ...cell, requestHash: '', status, startedAt: 0, ...of }
}

test.each<[string, CellStatus[], number, CellStatus]>([
  ['nothing was sent', [], 1, 'waiting'],
  ['all repeats passed', ['passed', 'passed'], 2, 'passed'],
  ['one repeat failed', ['passed', 'failed'], 2, 'failed'],
  ['one has no response', ['error', 'failed'], 2, 'error'],
  ['a repeat is still to be sent', ['passed'], 2, 'waiting'],
  ['one waits to be sent again', ['passed', 'waiting'], 2, 'waiting'],
  ['one is running', ['failed', 'running'], 3, 'running'],
  ['there are fewer repeats than before', ['passed', 'failed'], 1, 'passed'],
])('behavior: a cell of which %s is shown so', (_, statuses, repeats, status) => {
  const view = cellView(
    statuses.map((one, repeat) => record(one, repeat)),
    repeats,
  )
  expect(view.status).toBe(status)
})

test('a figure that no repeat has is unknown, not zero', () => {
  const known = record('passed', 0, { response: { text: '', toolCalls: [], cost: 20 } })
  expect(sumOf([known, record('passed', 1), known], (one) => one.response?.cost)).toBe(40)
  expect(sumOf([record('passed')], (one) => one.response?.cost)).toBeUndefined()
})

const board: Board = {
  id: 'board',
  name: '',
  createdAt: 0,
  updatedAt: 0,
  prompt: '',
  configurations: ['a', 'b'].map((id) => ({ id, model: 'm', settings: {} })),
  cases: ['1', '2', '3'].map((id) => ({ id, variables: {} })),
  checks: [],
  repeats: 1,
  seedPolicy: 'as-set',
}
const records = [
  record('passed'),
  record('passed', 0, { configurationId: 'b' }),
  record('passed', 0, { caseId: '2' }),
  record('failed', 0, { caseId: '2', configurationId: 'b' }),
]
const cells = new Map(records.map((one) => [pairKey(one), [one]]))

test('behavior: a filter shows the cases with such a cell, and each keeps its number', () => {
  const numbers = (filter: Parameters<typeof filterCases>[2]) =>
    filterCases(board, cells, filter).map(({ number }) => number)
  expect(numbers('all')).toEqual([1, 2, 3])
  expect(numbers('failed')).toEqual([2])
  expect(numbers('differ')).toEqual([2])
  expect(numbers('waiting')).toEqual([3])
})

test('behavior: cases are sorted by what went wrong, cost or took long, else as on the board', () => {
  const response = (cost: number, duration: number) => ({ text: '', toolCalls: [], cost, duration })
  const sent = [
    record('passed', 0, { response: response(1, 900) }),
    record('failed', 0, { caseId: '2', response: response(5, 100) }),
    record('error', 0, { caseId: '3' }),
  ]
  const known = new Map(sent.map((one) => [pairKey(one), [one]]))
  const numbers = (order: Parameters<typeof sortCases>[3]) =>
    sortCases(filterCases(board, known, 'all'), board, known, order).map(({ number }) => number)
  expect(numbers('board')).toEqual([1, 2, 3])
  expect(numbers('failures')).toEqual([2, 3, 1])
  expect(numbers('cost')).toEqual([2, 1, 3])
  expect(numbers('time')).toEqual([1, 2, 3])
})
