/** A text that can be part of a file's name on any system; `fallback` when nothing is left of it. */
export function fileName(text: string, fallback: string): string {
  const name = text
    .normalize('NFKC')
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 60)
  return name === '' ? fallback : name
}

type CsvCell = string | number | null | undefined

/** Rows as CSV (RFC 4180). Strings that a spreadsheet would run as a formula begin with an apostrophe. */
export function formatCsv(rows: readonly (readonly CsvCell[])[]): string {
  return rows.map((row) => `${row.map(cell).join(',')}\r\n`).join('')
}

function cell(value: CsvCell): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'number') return String(value)
  // Spreadsheets skip spaces and control characters, and know full-width signs too.
  const text = /^[\s\p{Cc}\p{Cf}]*[=+\-@＝＋－＠]|^[\t\r\n]/u.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
