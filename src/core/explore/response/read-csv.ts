/** A CSV text as rows of cells, cut where it is too much to show. */
export interface CsvReading {
  header: readonly string[]
  rows: readonly (readonly string[])[]
  /** There is more than the rows or the columns shown. */
  cut: boolean
}

/** Rows and columns that are shown. */
const MAX_ROWS = 200
const MAX_COLUMNS = 30

/** Reads CSV (RFC 4180) as far as it is shown. Undefined when there is no row. */
export function readCsv(text: string): CsvReading | undefined {
  const rows: string[][] = []
  let row: string[] = []
  let wide = false
  // A cell: quoted, with "" for a quote, or bare up to the next comma or line end.
  const cells = /(?:"([^"]*(?:""[^"]*)*)"|([^",\r\n][^,\r\n]*|))(,|\r\n|\r|\n|$)/gy
  const start = text.startsWith('\uFEFF') ? 1 : 0
  cells.lastIndex = start
  while (cells.lastIndex < text.length && rows.length <= MAX_ROWS) {
    const [match, quoted, bare = '', end] = cells.exec(text) ?? []
    if (match === undefined) return undefined
    if (row.length < MAX_COLUMNS) row.push(quoted?.replaceAll('""', '"') ?? bare)
    else wide = true
    if (end !== ',') {
      rows.push(row)
      row = []
    } else if (cells.lastIndex >= text.length) row.push('')
  }
  const long = cells.lastIndex < text.length
  if (row.length > 0) rows.push(row)
  const [header, ...rest] = rows
  return header === undefined ? undefined : { header, rows: rest, cut: long || wide }
}
