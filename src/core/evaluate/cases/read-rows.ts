import { isJsonObject, parseJson, readJson, type JsonValue } from '../../../../contract/json.ts'
import { formatNumber } from '../../format/units.ts'
import type { LeftOut } from '../../share/import/import-report.ts'
import { expectedRank, listIn, variablesIn } from './data-sets.ts'
import { readDelimitedText, TableError } from './table-text.ts'

/** The values of a table under the names of its columns. */
export interface TableRows {
  /** False: the columns of the table have no names of their own; undefined where they always have. */
  hasHeader: boolean | undefined
  names: readonly string[]
  rows: readonly TableRow[]
  /** What of the text is in no row. */
  leftOut: readonly LeftOut[]
}

export interface TableRow {
  /** As spreadsheets and editors count: from 1, with the header and empty rows. */
  number: number
  /** By column; undefined where an object has no such property. */
  values: readonly (JsonValue | undefined)[]
}

/**
 * Reads JSONL, a JSON array of objects or a file with one in it, CSV (with commas or semicolons), TSV, or a list with
 * a value per line; which it is follows from the text.
 * @param hasHeader whether the first row has the names of the columns; undefined: judged by its values
 * @throws TableError with the row, and the column where one is at fault
 */
export function readRows(pasted: string, hasHeader?: boolean): TableRows {
  const text = pasted.replace(/^\uFEFF/, '')
  const start = text.slice(0, 1000).trimStart()
  if (start.startsWith('{')) return readWhole(text) ?? rowsOfObjects(readLines(text))
  if (/^\[\s*[{\]]/.test(start)) return rowsOfObjects(readArray(text))
  return rowsOfCells(readCells(text), hasHeader)
}

interface NumberedValue {
  number: number
  value: JsonValue
}

function readWhole(text: string): TableRows | undefined {
  const whole = readJson(text)
  if (!isJsonObject(whole)) return undefined
  const found = listIn(whole)
  const table = rowsOfObjects(
    (found?.list ?? [whole]).map((value, index) => ({ number: index + 1, value })),
  )
  const others = found?.others ?? 0
  if (others === 0) return table
  const what = others === 1 ? 'member' : 'members'
  return { ...table, leftOut: [{ count: others, what, why: 'beside the list of cases' }] }
}

function readLines(text: string): NumberedValue[] {
  return text.split(/\r\n|\r|\n/).flatMap((line, index) => {
    if (line.trim() === '') return []
    const number = index + 1
    return [
      {
        number,
        value: readJsonOf(
          line,
          `Row ${number}`,
          'Put one whole object in each row, or paste an array of objects.',
        ),
      },
    ]
  })
}

function readArray(text: string): NumberedValue[] {
  const values = readJsonOf(text, 'The table', 'Correct the array, or paste one object per row.')
  return (Array.isArray(values) ? values : []).map((value, index) => ({ number: index + 1, value }))
}

function readJsonOf(text: string, subject: string, nextStep: string): JsonValue {
  try {
    return parseJson(text)
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw new TableError(`${subject}: invalid JSON. ${reason.replace(/\.?$/, '.')} ${nextStep}`, {
      cause,
    })
  }
}

function rowsOfObjects(numbered: readonly NumberedValue[]): TableRows {
  const objects = numbered.map(({ number, value }) => {
    if (!isJsonObject(value)) throw new TableError(`Row ${number}: expected a JSON object.`)
    return { number, object: value }
  })
  const names = limited([...new Set(objects.flatMap(({ object }) => Object.keys(object)))])
  const rows = objects.map(({ number, object }) => ({
    number,
    values: names.map((name) => (Object.hasOwn(object, name) ? object[name] : undefined)),
  }))
  return { hasHeader: undefined, ...withVariables(names, rows), leftOut: [] }
}

/** The most columns of a table: each row has a place for each. */
const MAX_COLUMNS = 50

function limited(names: string[]): string[] {
  if (names.length <= MAX_COLUMNS) return names
  throw new TableError(`${formatNumber(names.length)} columns. The limit is ${MAX_COLUMNS}.`)
}

/** The table with the members of columns that hold variables as columns of their own. */
function withVariables(
  names: readonly string[],
  rows: readonly TableRow[],
): Pick<TableRows, 'names' | 'rows'> {
  const members = names.map((name, at) => {
    const found = rows.map(({ values }) => variablesIn(name, values[at]))
    const objects = found.filter((object) => object !== undefined)
    return objects.length < rows.length ? undefined : [...new Set(objects.flatMap(Object.keys))]
  })
  if (members.every((own) => own === undefined)) return { names, rows }
  return {
    names: limited(names.flatMap((name, at) => members[at] ?? [name])),
    rows: rows.map(({ number, values }) => ({
      number,
      values: names.flatMap((name, at) => {
        const object = variablesIn(name, values[at]) ?? {}
        const own = members[at]?.map((key) =>
          Object.hasOwn(object, key) ? object[key] : undefined,
        )
        return own ?? [values[at]]
      }),
    })),
  }
}

/** Excel writes such a line, and reads it, where its delimiter is not that of the place. */
const EXCEL_DELIMITER = /^"?sep=([^\w\s"]|\t)"?(?:\r\n?|\n)/i

function readCells(whole: string): string[][] {
  const [line = '', named] = EXCEL_DELIMITER.exec(whole) ?? []
  const text = whole.slice(line.length)
  const delimiter = named ?? delimiterOf(text)
  try {
    return readDelimitedText(text, delimiter)
  } catch (error) {
    if (!(error instanceof TableError) || delimiter !== '\t') throw error
    // Spreadsheets copy cells whose text begins with a quote as they are.
    return readDelimitedText(text, delimiter, false)
  }
}

/** A tab where there is nothing to separate, too: no value of a list has one. */
function delimiterOf(text: string): string {
  // What is in quotes may have delimiters and line ends of its own.
  const unquoted = text
    .trimStart()
    .slice(0, 10_000)
    .replaceAll(/(^|[,;\t\r\n]) *"(?:[^"]|"")*" *(?=[,;\t\r\n]|$)/g, '$1""')
  const bare = /^[^\r\n]*/.exec(unquoted)?.[0] ?? ''
  if (bare.includes('\t')) return '\t'
  const delimiter = bare.split(';').length > bare.split(',').length ? ';' : ','
  // A list of sentences is no CSV, though the first may have a comma.
  const separates =
    bare.includes('"') ||
    bare.replaceAll(`${delimiter} `, '').includes(delimiter) ||
    bare.split(delimiter).every(isNameLike)
  return bare.includes(delimiter) && separates ? delimiter : '\t'
}

/** What people call columns: a few words, perhaps with a unit or a note. */
function isNameLike(text: string): boolean {
  return (
    /^\s*[\p{L}_#$%][\p{L}\p{N}_.\-\s()（）/$%#&:'’+]{0,59}$/u.test(text) && !/[.:]\s*$/.test(text)
  )
}

function rowsOfCells(cells: readonly string[][], wanted: boolean | undefined): TableRows {
  const numbered = cells.flatMap((values, index) =>
    values.some(hasText) ? [{ number: index + 1, values }] : [],
  )
  const [first, ...others] = numbered
  const hasHeader = wanted ?? isHeader(first?.values ?? [], others)
  const header = hasHeader ? first?.values : undefined
  const body = hasHeader ? others : numbered
  const width = (header ? [header] : cells).reduce(
    (most, row) => Math.max(most, row.findLastIndex(hasText) + 1),
    0,
  )
  const names = limited(
    Array.from({ length: width }, (_, at) => (header?.[at] ?? '').trim().replaceAll(/\s+/g, ' ')),
  )
  const longer = body.flatMap(({ number, values }) => {
    const count = values.slice(width).filter(hasText).length
    return count === 0 ? [] : [{ number, count }]
  })
  const rows = body.map(({ number, values }) => ({
    number,
    values: names.map((_, at) => values[at] ?? ''),
  }))
  return { hasHeader, ...withVariables(names, rows), leftOut: extraValues(longer, width) }
}

/** A value too many is mostly one whose comma is not in quotes: the person sees in which row. */
function extraValues(
  longer: readonly { number: number; count: number }[],
  width: number,
): LeftOut[] {
  const count = longer.reduce((sum, row) => sum + row.count, 0)
  if (count === 0) return []
  const numbers = longer.slice(0, 3).map(({ number }) => number)
  const more = longer.length > 3 ? ` and ${longer.length - 3} more` : ''
  const rows = `${longer.length === 1 ? 'row' : 'rows'} ${numbers.join(', ')}${more}`
  const columns = width === 1 ? '1 column' : `${width} columns`
  return [
    {
      count,
      what: count === 1 ? 'value' : 'values',
      why: `the first row has ${columns}, ${rows} more. Put values with a delimiter in quotes`,
    },
  ]
}

function hasText(cell: string): boolean {
  return cell.trim() !== ''
}

/** As many values of a column as tell what they are like. */
const SAMPLE = 50

/**
 * Whether the first row has names: distinct, and unlike the values below them. One word alone is a name
 * only where it is written like one of a variable.
 */
function isHeader(cells: readonly string[], rows: readonly TableRow[]): boolean {
  const columns = cells.flatMap((cell, at) =>
    hasText(cell)
      ? [
          {
            name: cell.trim(),
            values: rows.slice(0, SAMPLE).flatMap(({ values }) => textIn(values[at])),
          },
        ]
      : [],
  )
  const [only, ...others] = columns
  if (only === undefined) return true
  if (others.length === 0) return /^[a-z_]\w*$/.test(only.name)
  if (new Set(columns.map(({ name }) => name)).size < columns.length) return false
  if (columns.some(({ name, values }) => !isShort(name) || values.includes(name))) return false
  if (columns.some(({ name }) => expectedRank(name) !== undefined)) return true
  if (columns.every(({ name }) => isNameLike(name))) return true
  const kinds = columns.map(({ name, values }) => ({
    own: kindOf(name),
    below: commonKind(values),
  }))
  const isUnlike = kinds.some(({ own, below }) => below !== undefined && own !== below)
  return isUnlike && kinds.every(({ own, below }) => own === 'words' || own !== below)
}

function textIn(value: JsonValue | undefined): string[] {
  return typeof value === 'string' && hasText(value) ? [value.trim()] : []
}

function isShort(name: string): boolean {
  return name.length <= 60 && kindOf(name) !== 'number' && kindOf(name) !== 'data'
}

type ValueKind = 'number' | 'data' | 'question' | 'sentence' | 'words'

function kindOf(text: string): ValueKind {
  if (/^[-+]?[\p{Sc}]?\s?[\d.,]+\s?[%\p{Sc}]?$/u.test(text)) return 'number'
  if (/^(?:[[{]|\w+:\/\/|\d{1,4}[-/.]\d{1,2}[-/.])/.test(text)) return 'data'
  if (/[?？]$/.test(text)) return 'question'
  return /[.!。！]$/.test(text) || text.length > 60 ? 'sentence' : 'words'
}

function commonKind([first, ...others]: readonly string[]): ValueKind | undefined {
  const kind = first === undefined ? 'words' : kindOf(first)
  return kind !== 'words' && others.every((other) => kindOf(other) === kind) ? kind : undefined
}
