import { formatBytes } from '../../format/units.ts'

/** Why a table cannot be read, in a sentence that names the row and the column. */
export class TableError extends Error {
  override name = 'TableError'
}

/**
 * The cells of a CSV text (RFC 4180), or of one with another delimiter, row by row; rows may differ in
 * length. A value of several lines is in one row, as in spreadsheets; blanks around a quoted value are no part of it.
 * @param quotes whether a value may be in double quotes; they are ordinary characters otherwise
 * @throws TableError for quotes that are not closed, or not at the end of a value
 */
export function readDelimitedText(text: string, delimiter: string, quotes = true): string[][] {
  const valueEnd = new RegExp(`[\\${delimiter}\r\n]`, 'g')
  const afterBlanks = (from: number) => {
    let at = from
    while (text[at] === ' ' || (text[at] === '\t' && delimiter !== '\t')) at += 1
    return at
  }
  const endsValue = (at: number) =>
    at >= text.length || text[at] === delimiter || text[at] === '\r' || text[at] === '\n'
  const rows: string[][] = []
  let row: string[] = []
  const fail = (problem: string) => {
    throw new TableError(`Row ${rows.length + 1}, column ${row.length + 1}: ${problem}`)
  }
  for (let start = 0; ;) {
    let end = 0
    const open = afterBlanks(start)
    const close = quotes && text[open] === '"' ? closingQuote(text, open) : undefined
    const isWhole = close !== undefined && close !== -1 && endsValue(afterBlanks(close + 1))
    if (isWhole) {
      end = afterBlanks(close + 1)
      row.push(text.slice(open + 1, close).replaceAll('""', '"'))
    } else if (close !== undefined && open === start) {
      fail(
        close === -1
          ? 'the quoted value has no closing quote.'
          : 'text after the closing quote. Double the quotes inside a quoted value.',
      )
    } else {
      valueEnd.lastIndex = start
      end = valueEnd.exec(text)?.index ?? text.length
      row.push(text.slice(start, end))
    }
    start = end + 1
    if (text[end] === delimiter) continue
    rows.push(row)
    row = []
    if (text.startsWith('\r\n', end)) start += 1
    if (start >= text.length) return rows
  }
}

function closingQuote(text: string, open: number): number {
  let at = text.indexOf('"', open + 1)
  while (at !== -1 && text[at + 1] === '"') at = text.indexOf('"', at + 2)
  return at
}

/** The most bytes of a file with cases. */
export const MAX_TABLE_BYTES = 50_000_000

/** The text of a file, UTF-8 or UTF-16. @throws TableError for a file that is too large or not text */
export async function decodeTable(file: Blob): Promise<string> {
  const { size } = file
  if (size > MAX_TABLE_BYTES)
    throw new TableError(
      `The file has ${formatBytes(size)}. The limit is ${formatBytes(MAX_TABLE_BYTES)}.`,
    )
  const bytes = new Uint8Array(await file.arrayBuffer())
  const encoding =
    bytes[0] === 0xff && bytes[1] === 0xfe
      ? 'utf-16le'
      : bytes[0] === 0xfe && bytes[1] === 0xff
        ? 'utf-16be'
        : 'utf-8'
  try {
    const text = new TextDecoder(encoding, { fatal: true }).decode(bytes)
    if (!text.includes('\0')) return text
  } catch (cause) {
    throw notText({ cause })
  }
  throw notText()
}

function notText(options?: ErrorOptions): TableError {
  return new TableError(
    'The file isn’t text in UTF-8. Save the table as CSV (UTF-8) first.',
    options,
  )
}
