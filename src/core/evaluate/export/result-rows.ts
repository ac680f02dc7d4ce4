import { type Board, type CellRecord, type CheckOutcome, cellKey, columnLetter } from '../board.ts'
import type { Check } from '../checks/check.ts'
import { recordsByConfiguration } from '../results/case-scores.ts'
import { type CellResult, cellResult } from '../results/cell-result.ts'
import type { VoteRecord } from '../votes/blind-pairs.ts'
import { countVotes, currentVotes, type VoteCounts } from '../votes/vote-results.ts'

/** A result as exports have it: what was sent where, and what came back. */
export interface ResultRow {
  /** From 1. */
  case: number
  variables: Readonly<Record<string, string>>
  expected?: string
  /** "A", "B", … */
  configuration: string
  model: string
  /** From 1. */
  repeat: number
  result: CellResult
  text?: string
  toolCalls?: readonly { name: string; arguments: string }[]
  finishReason?: string
  /** micro-USD. */
  cost?: number
  /** ms. */
  timeToFirstToken?: number
  /** ms. */
  duration?: number
  promptTokens?: number
  completionTokens?: number
  checks: readonly (Pick<CheckOutcome, 'result' | 'reason' | 'cost'> & { check: string })[]
  /** Of blind votes on this response; absent without any. */
  votes?: VoteCounts
  error?: string
}

/** The results of a board, case by case; cells without a result have no row. */
export function resultRows(
  board: Board,
  records: readonly CellRecord[],
  votes: readonly VoteRecord[] = [],
): ResultRow[] {
  const columns = recordsByConfiguration(board, records)
  const byCell = new Map(
    [...columns.values()].flat().map((record) => [cellKey(record), record] as const),
  )
  const votesByCase = new Map<string, VoteRecord[]>()
  for (const vote of currentVotes(board, records, votes)) {
    const key = `${vote.caseId}/${vote.repeat}`
    votesByCase.set(key, [...(votesByCase.get(key) ?? []), vote])
  }
  const repeats = Array.from({ length: board.repeats }, (_, repeat) => repeat)
  return board.cases.flatMap(({ id: caseId, variables, expected, checks = [] }, index) =>
    board.configurations.flatMap(({ id: configurationId, model }, column) =>
      repeats.flatMap((repeat): ResultRow[] => {
        const record = byCell.get(cellKey({ caseId, configurationId, repeat }))
        const result = record && cellResult(record)
        if (record === undefined || result === undefined) return []
        const counts = countVotes(votesByCase.get(`${caseId}/${repeat}`) ?? [], configurationId)
        const hasVotes = Object.values(counts).some((count) => count > 0)
        return [
          {
            case: index + 1,
            variables,
            ...(expected === undefined ? {} : { expected }),
            configuration: columnLetter(column),
            model,
            repeat: repeat + 1,
            result,
            ...responseOf(record),
            checks: outcomesOf(record, [...board.checks, ...checks]),
            ...(hasVotes ? { votes: counts } : {}),
            ...(record.error === undefined ? {} : { error: record.error.message }),
          },
        ]
      }),
    ),
  )
}

function responseOf({ response }: CellRecord) {
  if (response === undefined) return {}
  const { exchangeId: _, usage, ...rest } = response
  return {
    ...rest,
    ...(usage === undefined
      ? {}
      : { promptTokens: usage.prompt, completionTokens: usage.completion }),
  }
}

function outcomesOf({ outcomes = [] }: CellRecord, checks: readonly Check[]): ResultRow['checks'] {
  const types = new Map(checks.map(({ id, type }) => [id, type]))
  return outcomes.map(({ checkId, ...outcome }) => ({
    check: types.get(checkId) ?? 'removed',
    ...outcome,
  }))
}
