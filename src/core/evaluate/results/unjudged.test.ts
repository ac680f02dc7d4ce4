import fc from 'fast-check'
import { expect, test } from 'vitest'

import type { Board, CellRecord, CheckOutcome } from '../board.ts'
import type { Check } from '../checks/check.ts'
import { hashOfCheck, outcomeOf } from '../checks/outcomes.ts'
import { promptfooConfig } from '../export/promptfoo.ts'
import { resultRows, resultsCsv, resultsJsonl } from '../export/result-rows.ts'
import { resultsHtml } from '../export/results-html.ts'
import { board as boardOf, record } from '../testing/boards.ts'
import { cellView } from './cell-view.ts'
import { columnResults } from './column-results.ts'
import { resultTable, verdictTexts } from './result-words.ts'

const CONFIGURATIONS = ['a', 'b']

const check = fc.constantFrom<Check>(
  { id: 'k1', type: 'contains' },
  { id: 'k1', type: 'contains', value: 'other' },
  { id: 'k2', type: 'not-contains', value: 'no' },
  { id: 'k3', type: 'judge', model: 'm', criteria: 'Right', votes: 1 },
  { id: 'k4', type: 'code', code: 'return true' },
)
const checks = fc.uniqueArray(check, { maxLength: 3, selector: ({ id }) => id })

/** Boards with the checks of now, and results with what was found by checks of now or before, or by none. */
const results = fc
  .record({
    checks,
    own: fc.array(checks, { minLength: 3, maxLength: 3 }),
    cells: fc.array(
      fc.record({
        caseId: fc.constantFrom('c0', 'c1', 'c2'),
        configurationId: fc.constantFrom(...CONFIGURATIONS),
        status: fc.constantFrom<CellRecord['status']>('waiting', 'running', 'done', 'error'),
        text: fc.constantFrom('', 'yes', 'no', "I can't help with that."),
        finishReason: fc.constantFrom('stop', 'length', 'content_filter'),
        found: fc.uniqueArray(
          fc.record({
            by: check,
            result: fc.constantFrom<CheckOutcome['result']>('passed', 'failed', 'undecided'),
          }),
          { maxLength: 4, selector: ({ by }) => by.id },
        ),
      }),
      { maxLength: 8 },
    ),
  })
  .map(({ checks: all, own, cells }): { board: Board; records: CellRecord[] } => {
    const board = boardOf(CONFIGURATIONS, 3)
    const cases = board.cases.map((row, at) => ({ ...row, checks: own[at] ?? [] }))
    const byCell = new Map(
      cells.map(({ caseId, configurationId, status, text, finishReason, found }) => {
        const row = cases.find(({ id }) => id === caseId) ?? { id: caseId, variables: {} }
        const outcomes = found.map(({ by, result }) => ({
          checkId: by.id,
          hash: hashOfCheck(by, row),
          result,
        }))
        const response =
          status === 'error' ? {} : { response: { text, toolCalls: [], finishReason } }
        const one = { ...record(caseId, configurationId, status), ...response, outcomes }
        return [`${caseId}/${configurationId}`, one]
      }),
    )
    return { board: { ...board, checks: all, cases }, records: [...byCell.values()] }
  })

/** Whether a check that the cell has now judged it, alone from what is stored. */
function isJudged(board: Board, one: CellRecord): boolean {
  const row = board.cases.find(({ id }) => id === one.caseId)
  if (row === undefined || one.status !== 'done') return false
  return [...board.checks, ...(row.checks ?? [])].some((by) => {
    const result = outcomeOf(by, row, one.outcomes)?.result
    return result === 'passed' || result === 'failed'
  })
}

test('behavior: nothing is passed or failed, on the board or in an export, unless a check judged it', () => {
  fc.assert(
    fc.property(results, ({ board, records }) => {
      const judged = records.filter((one) => isJudged(board, one))
      for (const one of records) {
        const row = board.cases.find(({ id }) => id === one.caseId)
        const view = row && cellView(board, row, [one])
        if (!judged.includes(one)) expect(view?.state).not.toMatch(/passed|failed/)
        if (one.outcomes?.every(({ result }) => result !== 'failed') !== true) continue
        expect(view?.state).not.toBe('failed')
      }
      const columns = columnResults(board, records)
      const rows = resultRows(board, records)
      expect(rows.filter(({ result }) => /passed|failed/.test(result)).length).toBeLessThanOrEqual(
        judged.length,
      )
      if (judged.length > 0) return
      expect(columns.every(({ passRate }) => passRate === undefined)).toBe(true)
      expect(JSON.stringify(resultTable(columns))).not.toMatch(/pass|fail|%/i)
      expect(verdictTexts(board, records, []).join()).not.toMatch(/better|difference|equal/)
      for (const text of [
        resultsCsv(rows),
        resultsJsonl(rows),
        resultsHtml(board, records, [], 0).replace(/<style>.*<\/style>/s, ''),
      ])
        expect(text).not.toMatch(/pass|fail|\d%/i)
    }),
  )
})

test('behavior: a board without a check says so, and what it hands on says what follows from it', () => {
  const board = { ...boardOf(CONFIGURATIONS, 1), checks: [] }
  const records = [record('c0', 'a', 'passed'), record('c0', 'b', 'failed')]
  expect(verdictTexts(board, records, [])).toEqual(['No checks yet'])
  expect(resultRows(board, records).map(({ result }) => result)).toEqual(['done', 'done'])
  expect(resultsHtml(board, records, [], 0)).toContain('No checks yet.')
  expect(promptfooConfig(board, [])).toContain('promptfoo counts every response as passed')
  const checked = boardOf(CONFIGURATIONS, 1)
  expect(promptfooConfig(checked, [])).not.toContain('counts every response')
})
