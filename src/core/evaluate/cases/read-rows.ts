import { isJsonObject, parseJson, type JsonValue } from '../../../../contract/json.ts'
import { readDelimitedText, TableError } from './delimited-text.ts'

/** The values of a table under the names of its columns. */
export interface TableRows {
  /** False: the columns of the table have no names of their own; undefined where they always have. */
  hasHeader: boolean | undefined
  names: readonly string[]
  rows: readonly TableRow[]
}

export interface TableRow {
  /** As spreadsheets and editors count: from 1, with the header and empty rows. */
  number: number
  /** By column; undefined where an object has no such property. */
  values: readonly (JsonValue | undefined)[]
}

/**
 * Reads JSONL, a JSON array of objects, CSV (with commas or semicolons), TSV, or a list with a value
 * per line; which it is follows from the text.
 * @param hasHeader whether the first row has the names of the columns; undefined: judged by its values
 * @throws TableError with the row, and the column where one is at fault
 */
export function readRows(text: string, hasHeader?: boolean): TableRows {
  const start = text.slice(0, 1000).trimStart()
  if (start.startsWith('{')) return rowsOfObjects(readLines(text))
  if (/^\[\s*[{\]]/.test(start)) return rowsOfObjects(readArray(text))
  return rowsOfCells(readCells(text), hasHeader)
}

interface NumberedValue {
  number: number
  value: JsonValue
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
  const names = [...new Set(objects.flatMap(({ object }) => Object.keys(object)))]
  const rows = objects.map(({ number, object }) => ({
    number,
    values: names.map((name) => (Object.hasOwn(object, name) ? object[name] : undefined)),
  }))
  return { hasHeader: undefined, names, rows }
}

function readCells(text: string): string[][] {
  const delimiter = delimiterOf(text)
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
  const line = /^[^\r\n]*/.exec(text.trimStart())?.[0] ?? ''
  const bare = line.replaceAll(/"[^"]*"/g, '""')
  if (bare.includes('\t')) return '\t'
  const delimiter = bare.split(';').length > bare.split(',').length ? ';' : ','
  // A list of sentences is no CSV, though the first may have a comma.
  const separates =
    bare.includes('"') ||
    bare.replaceAll(`${delimiter} `, '').includes(delimiter) ||
    bare.split(delimiter).every(isNameLike)
  return bare.includes(delimiter) && separates ? delimiter : '\t'
}

/** What people call columns: a few words without punctuation. */
function isNameLike(text: string): boolean {
  return /^\s*[\p{L}_][\p{L}\p{N}_.\- ]{0,39}$/u.test(text)
}

function rowsOfCells(cells: readonly string[][], wanted: boolean | undefined): TableRows {
  const numbered = cells.flatMap((values, index) =>
    values.some(hasText) ? [{ number: index + 1, values }] : [],
  )
  const hasHeader = wanted ?? isHeader(numbered[0]?.values ?? [])
  const header = hasHeader ? numbered.shift()?.values : undefined
  const width = (header ? [header] : cells).reduce(
    (most, row) => Math.max(most, row.findLastIndex(hasText) + 1),
    0,
  )
  const names = Array.from({ length: width }, (_, at) => header?.[at]?.trim() ?? '')
  const rows = numbered.map(({ number, values }) => {
    const extra = values.findIndex((cell, at) => at >= width && hasText(cell))
    if (extra === -1) return { number, values: names.map((_, at) => values[at] ?? '') }
    throw new TableError(`Row ${number}, column ${extra + 1}: the first row has ${width} columns.`)
  })
  return { hasHeader, names, rows }
}

function hasText(cell: string): boolean {
  return cell.trim() !== ''
}

/** One word alone is a name only where it is written like one of a variable. */
function isHeader(cells: readonly string[]): boolean {
  const named = cells.filter(hasText)
  if (named.length === 1) return /^\s*[a-z_]\w*\s*$/.test(named[0] ?? '')
  return named.every(isNameLike) && new Set(named).size === named.length
}
