import { messageSchema, messageText, type Message } from '../../../../contract/chat/messages.ts'
import { isJsonObject, readJson, type JsonValue } from '../../../../contract/json.ts'
import { validate } from '../../../../contract/validation.ts'
import { z } from '../../../../contract/zod.ts'
import { formatNumber } from '../../format/units.ts'
import { leftOutNames, type ImportReport, type LeftOut } from '../../share/import/import-report.ts'
import type { CaseDraft } from '../board-edits.ts'
import { INPUT_VARIABLE, MAX_CASES } from '../board.ts'
import { expectedRank, expectedValue, isPromptfooSetting } from './data-sets.ts'
import { readRows, type TableRow, type TableRows } from './read-rows.ts'
import { TableError } from './table-text.ts'

const MAX_VALUE_CHARS = 100_000
const PREVIEW_ROWS = 5
const PREVIEW_CHARS = 200

/** What a column of a table becomes. */
export type ColumnUse = 'variable' | 'expected' | 'messages' | 'none'

interface TableColumn {
  /** As the table has it, perhaps empty. */
  name: string
  use: ColumnUse
  /** The name of the variable that it becomes, or would become. */
  variable: string
}

/** What a person chose in place of what follows from the table. */
export interface TableChoices {
  hasHeader?: boolean | undefined
  /** By column, from 0. */
  uses?: Readonly<Record<number, ColumnUse>>
}

/** Chooses what a column becomes. Only one can be the expected value, and one the messages. */
export function chooseUse(choices: TableChoices, at: number, use: ColumnUse): TableChoices {
  const others = Object.entries(choices.uses ?? {}).filter(
    ([, other]) => other !== use || use === 'variable' || use === 'none',
  )
  return { ...choices, uses: { ...Object.fromEntries(others), [at]: use } }
}

/** The cases of a table, and how they were read from it. */
export interface CasesTable {
  /** Undefined where columns always have names. */
  hasHeader: boolean | undefined
  columns: readonly TableColumn[]
  /** The values of the first rows, shortened. */
  preview: readonly (readonly string[])[]
  cases: readonly CaseDraft[]
  /** What of the text is in no case. */
  report: ImportReport
}

const conversationSchema = z.object({ messages: z.array(messageSchema).check(z.minLength(1)) })

/**
 * Reads cases from a table in any format of {@link readRows}. One column is the expected value, one the
 * messages; all others are variables.
 * @throws TableError, whose sentence names the row, the column and the limit
 */
export function readCases(text: string, { hasHeader, uses = {} }: TableChoices = {}): CasesTable {
  const table = readRows(text, hasHeader)
  const { rows } = table
  if (rows.length === 0) throw new TableError('No cases found.')
  if (rows.length > MAX_CASES)
    throw new TableError(
      `${formatNumber(rows.length)} rows. The limit is ${formatNumber(MAX_CASES)}.`,
    )
  const columns = describeColumns(table, uses)
  return {
    hasHeader: table.hasHeader,
    columns,
    preview: rows
      .slice(0, PREVIEW_ROWS)
      .map(({ values }) => values.map((value) => valueText(value).slice(0, PREVIEW_CHARS))),
    cases: rows.map((row) => caseOf(row, columns)),
    report: { leftOut: [...table.leftOut, ...leftOutOf(table, columns, uses)] },
  }
}

function describeColumns(
  { names, rows }: TableRows,
  uses: Readonly<Record<number, ColumnUse>>,
): TableColumn[] {
  const variables = new Set<string>()
  const given = new Set<ColumnUse>(Object.values(uses))
  const ranks = names.map((name) => expectedRank(name) ?? Infinity)
  const surest = ranks.indexOf(Math.min(...ranks))
  return names.map((name, at) => {
    const values = rows.slice(0, PREVIEW_ROWS).map((row) => row.values[at])
    const own = uses[at] ?? likelyUse(name, values, ranks[at] !== Infinity && at === surest)
    // There is one column of each of them, and what a person chose comes first.
    const isOnce = own === 'expected' || own === 'messages'
    const use = uses[at] === undefined && isOnce && given.has(own) ? 'variable' : own
    given.add(use)
    const stem = variableName(name, at)
    let variable = stem
    for (let next = 2; variables.has(variable); next += 1) variable = `${stem}_${next}`
    variables.add(variable)
    return { name, use, variable }
  })
}

function likelyUse(
  name: string,
  values: readonly (JsonValue | undefined)[],
  isExpected: boolean,
): ColumnUse {
  if (isExpected) return 'expected'
  if (isPromptfooSetting(name)) return 'none'
  const arrays = values.map((value) => (typeof value === 'string' ? readJson(value) : value))
  return arrays.every(isMessageArray) ? 'messages' : 'variable'
}

function isMessageArray(value: JsonValue | undefined): boolean {
  return Array.isArray(value) && value.some((item) => isJsonObject(item) && 'role' in item)
}

function variableName(column: string, at: number): string {
  const name = column
    .replaceAll(/[^\p{L}\p{N}_.-]+/gu, '_')
    // It would be a value of no object.
    .replace(/^__proto__$/, '_proto_')
    .replace(/^(?![\p{L}_])/u, '_')
  if (name !== '_') return name
  return at === 0 ? INPUT_VARIABLE : `column_${at + 1}`
}

function caseOf({ number, values }: TableRow, columns: readonly TableColumn[]): CaseDraft {
  const variables: Record<string, string> = {}
  let messages: readonly Message[] | undefined
  let expected = ''
  for (const [at, { name, use, variable }] of columns.entries()) {
    if (use === 'none') continue
    const place = `Row ${number}, column ${name === '' ? at + 1 : `“${name}”`}`
    if (use === 'messages') {
      messages = readMessages(values[at], place)
      continue
    }
    const value = values[at]
    const text = valueText(use === 'expected' ? expectedValue(name, value).value : value)
    if (text.length > MAX_VALUE_CHARS)
      throw new TableError(
        `${place}: ${formatNumber(text.length)} characters. The limit is ${formatNumber(MAX_VALUE_CHARS)}.`,
      )
    if (use === 'expected') expected = text
    else variables[variable] = text
  }
  const asked = columns.some(({ use }) => use === 'expected')
    ? { messages, expected }
    : withoutResponse(messages)
  return {
    variables,
    ...(asked.messages !== undefined && { messages: asked.messages }),
    ...(asked.expected !== '' && { expected: asked.expected }),
  }
}

function leftOutOf(
  { rows }: TableRows,
  columns: readonly TableColumn[],
  uses: Readonly<Record<number, ColumnUse>>,
): LeftOut[] {
  const unused = columns.flatMap((column, at) =>
    column.use === 'none' && uses[at] === undefined ? [column.name] : [],
  )
  const at = columns.findIndex(({ use }) => use === 'expected')
  const { name = '' } = columns[at] ?? {}
  const assertions = rows.reduce(
    (sum, { values }) => sum + (at === -1 ? 0 : expectedValue(name, values[at]).leftOut),
    0,
  )
  const others = {
    count: assertions,
    what: assertions === 1 ? 'assertion' : 'assertions',
    why: 'only equals and contains give an expected value. Add checks for the others',
  }
  return [
    ...leftOutNames('column', unused, 'they mean something in promptfoo only'),
    ...(assertions === 0 ? [] : [others]),
  ]
}

function readMessages(value: JsonValue | undefined, place: string): Message[] | undefined {
  if (value === undefined || value === null || value === '') return undefined
  const messages = typeof value === 'string' ? readJson(value) : value
  const reading = validate(conversationSchema, { messages })
  if (reading.ok) return reading.value.messages
  throw new TableError(`${place}: ${reading.issues[0]?.message ?? 'invalid messages.'}`)
}

/** Data sets for training end with the response that is wanted: that is what is expected here. */
function withoutResponse(messages: readonly Message[] | undefined): {
  messages: readonly Message[] | undefined
  expected: string
} {
  const last = messages?.at(-1)
  const text = last?.role === 'assistant' ? messageText(last) : ''
  if (messages === undefined || messages.length < 2 || text === '')
    return { messages, expected: '' }
  return { messages: messages.slice(0, -1), expected: text }
}

function valueText(value: JsonValue | undefined): string {
  if (value === undefined || value === null) return ''
  return typeof value === 'string' ? value : JSON.stringify(value)
}
