import { formatCsv } from '../../format/file-name.ts'
import { type Board, type Case, cellKey, type CellRecord, columnLetter } from '../board.ts'
import type { Check } from '../checks/check.ts'
import { checksOf, outcomeOf } from '../checks/outcomes.ts'
import { type CellWithResult, resultsByConfiguration } from '../results/cell-results.ts'
import { countVotes, currentVotes, type VoteCounts, type VoteRecord } from '../results/votes.ts'

interface Place extends CellWithResult {
  case: Case
  /** Those of the cell. */
  checks: readonly Check[]
  /** Of the configuration, from 0. */
  column: number
  model: string
  /** Of blind votes on this response; undefined without any. */
  votes: VoteCounts | undefined
}

/** What exports have of a result besides its case, in the order of the columns of CSV. */
const FIELDS = {
  configuration: ({ column }: Place) => columnLetter(column),
  model: ({ model }: Place) => model,
  repeat: ({ record }: Place) => record.repeat + 1,
  result: ({ result }: Place) => result,
  text: ({ record }: Place) => record.response?.text,
  tool_calls: ({ record: { response } }: Place) => someOf(response?.toolCalls ?? []),
  finish_reason: ({ record }: Place) => record.response?.finishReason,
  cost_usd: ({ record }: Place) => usd(record.response?.cost),
  time_to_first_token_ms: ({ record }: Place) => record.response?.timeToFirstToken,
  duration_ms: ({ record }: Place) => record.response?.duration,
  prompt_tokens: ({ record }: Place) => record.response?.usage?.prompt,
  completion_tokens: ({ record }: Place) => record.response?.usage?.completion,
  checks: ({ record, case: row, checks }: Place) =>
    someOf(
      checks.flatMap((check) => {
        const outcome = outcomeOf(check, row, record.outcomes)
        if (outcome === undefined || record.status !== 'done') return []
        const { result, reason, cost } = outcome
        return [{ check: check.type, result, reason, cost_usd: usd(cost) }]
      }),
    ),
  votes_won: ({ votes }: Place) => votes?.won,
  votes_lost: ({ votes }: Place) => votes?.lost,
  votes_tied: ({ votes }: Place) => votes?.tied,
  votes_bad: ({ votes }: Place) => votes?.bad,
  error: ({ record }: Place) => record.error?.message,
}

/** A result as exports have it: what was sent where, and what came back. Of what isn't known there is no value. */
export type ResultRow = {
  /** From 1. */
  case: number
  variables: Readonly<Record<string, string>>
  expected: string | undefined
} & { [Name in keyof typeof FIELDS]: ReturnType<(typeof FIELDS)[Name]> }

/** The names of the fields of a row besides those of its case. */
const RESULT_FIELDS = Object.keys(FIELDS) as (keyof typeof FIELDS)[]

/** The results of a board, case by case; cells without a result have no row. */
export function resultRows(
  board: Board,
  records: readonly CellRecord[],
  votes: readonly VoteRecord[] = [],
): ResultRow[] {
  const columns = resultsByConfiguration(board, records)
  const byCell = new Map([...columns.values()].flat().map((cell) => [cellKey(cell.record), cell]))
  const votesByCase = new Map<string, VoteRecord[]>()
  for (const vote of currentVotes(board, records, votes))
    votesByCase.set(placeOf(vote), [...(votesByCase.get(placeOf(vote)) ?? []), vote])
  const repeats = Array.from({ length: board.repeats }, (_, repeat) => repeat)
  return board.cases.flatMap((row, index) => {
    const { id: caseId, variables, expected } = row
    const checks = checksOf(board, row)
    return board.configurations.flatMap(({ id: configurationId, model }, column) =>
      repeats.flatMap((repeat): ResultRow[] => {
        const cell = byCell.get(cellKey({ caseId, configurationId, repeat }))
        if (cell === undefined) return []
        const counts = countVotes(votesByCase.get(placeOf(cell.record)) ?? [], configurationId)
        const hasVotes = Object.values(counts).some((count) => count > 0)
        const votes = hasVotes ? counts : undefined
        const place = { ...cell, case: row, checks, column, model, votes }
        const fields = RESULT_FIELDS.map((name) => [name, FIELDS[name](place)])
        return [{ case: index + 1, variables, expected, ...Object.fromEntries(fields) }]
      }),
    )
  })
}

function placeOf({ caseId, repeat }: { caseId: string; repeat: number }): string {
  return `${caseId}/${repeat}`
}

function someOf<Item>(items: readonly Item[]): readonly Item[] | undefined {
  return items.length === 0 ? undefined : items
}

function usd(microUsd: number | undefined): number | undefined {
  return microUsd === undefined ? undefined : microUsd / 1_000_000
}

/** Results as CSV: a row per response, a column per variable of the cases. */
export function resultsCsv(rows: readonly ResultRow[]): string {
  const names = [...new Set(rows.flatMap(({ variables }) => Object.keys(variables)))]
  return formatCsv([
    ['case', ...names.map((name) => `variable ${name}`), 'expected', ...RESULT_FIELDS],
    ...rows.map((row) => [
      row.case,
      ...names.map((name) =>
        Object.hasOwn(row.variables, name) ? row.variables[name] : undefined,
      ),
      row.expected,
      ...RESULT_FIELDS.map((field) => {
        const value = row[field]
        return typeof value === 'object' ? JSON.stringify(value) : value
      }),
    ]),
  ])
}

/** Results as JSON Lines: an object per response. */
export function resultsJsonl(rows: readonly ResultRow[]): string {
  return rows.map((row) => `${JSON.stringify(row)}\n`).join('')
}
