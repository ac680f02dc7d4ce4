import { formatCsv } from '../../format/csv.ts'
import { RESULT_FIELDS, type ResultRow } from './result-rows.ts'

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
