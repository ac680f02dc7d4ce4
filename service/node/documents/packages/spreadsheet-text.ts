import { read, type CellObject, type WorkBook } from '@e965/xlsx'

import { MAX_TAGS } from '../../../app/inference/documents/document-limits.ts'
import type { DocumentText } from '../../../app/inference/documents/document-reader.ts'
import {
  createTextGatherer,
  type TextGatherer,
} from '../../../app/inference/documents/text-gatherer.ts'
import type { Archive } from './archive.ts'
import { repack } from './package-parts.ts'

/** Columns between two cells that are kept as empty fields; a wider gap is left out. */
const WIDEST_GAP = 64

/** The text of an XLSX package. */
export function workbookText(archive: Archive): DocumentText {
  return spreadsheetText(
    repack(
      archive,
      archive.names.filter((name) => /\.(?:xml|rels)$/.test(name)),
      MAX_TAGS,
    ),
  )
}

/** The text of a workbook that needs no unpacking (XLS, or a repacked XLSX): each sheet as CSV. */
export function spreadsheetText(bytes: Uint8Array): DocumentText {
  const workbook: WorkBook = read(bytes, {
    type: 'array',
    dense: true,
    cellFormula: false,
    cellHTML: false,
    cellStyles: false,
    bookVBA: false,
  })
  const gatherer = createTextGatherer()
  for (const name of workbook.SheetNames) {
    gatherer.add(`Sheet: ${name}\n`)
    addRows(Reflect.get(Object(workbook.Sheets[name]), '!data'), gatherer)
    gatherer.add('\n')
  }
  return {
    label: 'spreadsheet',
    text: gatherer.text().trim(),
    parts: { unit: 'sheet', count: workbook.SheetNames.length },
  }
}

/** Only cells that are there are visited: a sheet may claim to be 16,384 columns wide. */
function addRows(rows: unknown, gatherer: TextGatherer): void {
  if (!Array.isArray(rows)) return
  rows.forEach((row: unknown) => {
    if (!Array.isArray(row)) return
    const fields: string[] = []
    let next = 0
    row.forEach((cell: CellObject | undefined, column) => {
      if (cell === undefined || cell.v === undefined) return
      const gap = column - next
      if (gap <= WIDEST_GAP) for (let empty = 0; empty < gap; empty += 1) fields.push('')
      fields.push(quoted(cell.w ?? String(cell.v)))
      next = column + 1
    })
    if (fields.length > 0) gatherer.add(`${fields.join(',')}\n`)
  })
}

function quoted(text: string): string {
  return /[",\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
