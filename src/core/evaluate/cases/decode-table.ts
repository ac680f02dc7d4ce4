import { formatBytes } from '../../format/bytes.ts'
import { TableError } from './delimited-text.ts'

/** The most bytes of a file with cases. */
export const MAX_TABLE_BYTES = 50_000_000

/**
 * The text of a file: UTF-8, or UTF-16 as spreadsheets save it.
 * @throws TableError for a file that is too large or not text
 */
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
