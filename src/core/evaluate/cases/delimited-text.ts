/** Why a table cannot be read, in a sentence that names the row and the column. */
export class TableError extends Error {
  override name = 'TableError'
}

/**
 * The cells of a CSV text (RFC 4180), or of one with another delimiter, row by row; rows may differ in
 * length. A value of several lines is in one row, as in spreadsheets.
 * @param quotes whether a value may be in double quotes; they are ordinary characters otherwise
 * @throws TableError for quotes that are not closed, or not at the end of a value
 */
export function readDelimitedText(text: string, delimiter: string, quotes = true): string[][] {
  const valueEnd = new RegExp(`[${delimiter}\r\n]`, 'g')
  const rows: string[][] = []
  let row: string[] = []
  const fail = (problem: string) => {
    throw new TableError(`Row ${rows.length + 1}, column ${row.length + 1}: ${problem}`)
  }
  for (let start = 0; ;) {
    let end = 0
    if (quotes && text[start] === '"') {
      end = closingQuote(text, start) + 1
      if (end === 0) fail('the quoted value has no closing quote.')
      row.push(text.slice(start + 1, end - 1).replaceAll('""', '"'))
    } else {
      valueEnd.lastIndex = start
      end = valueEnd.exec(text)?.index ?? text.length
      row.push(text.slice(start, end))
    }
    start = end + 1
    if (text[end] === delimiter) continue
    if (end < text.length && text[end] !== '\r' && text[end] !== '\n') {
      row.pop()
      fail('text after the closing quote. Double the quotes inside a quoted value.')
    }
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
