import { formatCsv } from '../../format/csv.ts'
import type { ResultRow } from './result-rows.ts'

const FIELDS = [
  'configuration',
  'model',
  'repeat',
  'result',
  'text',
  'tool_calls',
  'finish_reason',
  'cost_usd',
  'time_to_first_token_ms',
  'duration_ms',
  'prompt_tokens',
  'completion_tokens',
  'checks',
  'votes_won',
  'votes_lost',
  'votes_tied',
  'votes_bad',
  'error',
] as const

/** Results as CSV: a row per response, a column per variable of the cases. */
export function resultsCsv(rows: readonly ResultRow[]): string {
  const names = [...new Set(rows.flatMap(({ variables }) => Object.keys(variables)))]
  const header = ['case', ...names.map((name) => `variable ${name}`), 'expected', ...FIELDS]
  return formatCsv([
    header,
    ...rows.map((row) => {
      const { variables, expected } = row
      const values = fieldsOf(row)
      return [
        row.case,
        ...names.map((name) => (Object.hasOwn(variables, name) ? variables[name] : undefined)),
        expected,
        ...FIELDS.map((field) => {
          const value = values[field]
          return typeof value === 'object' ? JSON.stringify(value) : value
        }),
      ]
    }),
  ])
}

/** Results as JSON Lines: an object per response. */
export function resultsJsonl(rows: readonly ResultRow[]): string {
  return rows
    .map((row) => {
      const { case: number, variables, expected } = row
      return `${JSON.stringify({ case: number, variables, expected, ...fieldsOf(row) })}\n`
    })
    .join('')
}

type Fields = Record<(typeof FIELDS)[number], string | number | readonly object[] | undefined>

/** Those without a value are not written. USD is written out from whole micro-USD. */
function fieldsOf(row: ResultRow): Fields {
  const { toolCalls = [], checks, cost } = row
  return {
    configuration: row.configuration,
    model: row.model,
    repeat: row.repeat,
    result: row.result,
    text: row.text,
    tool_calls: toolCalls.length === 0 ? undefined : toolCalls,
    finish_reason: row.finishReason,
    cost_usd: cost === undefined ? undefined : cost / 1_000_000,
    time_to_first_token_ms: row.timeToFirstToken,
    duration_ms: row.duration,
    prompt_tokens: row.promptTokens,
    completion_tokens: row.completionTokens,
    checks:
      checks.length === 0
        ? undefined
        : checks.map(({ cost: own, ...check }) => ({
            ...check,
            ...(own === undefined ? {} : { cost_usd: own / 1_000_000 }),
          })),
    votes_won: row.votes?.won,
    votes_lost: row.votes?.lost,
    votes_tied: row.votes?.tied,
    votes_bad: row.votes?.bad,
    error: row.error,
  }
}
