import { inflateSync } from 'node:zlib'

import { getDocumentProxy } from 'unpdf'

import {
  createTextGatherer,
  DocumentError,
  type DocumentText,
  MAX_PDF_PAGES,
  MAX_UNPACKED_BYTES,
} from '../../app/inference/documents/document-reader.ts'
import { isTooLarge } from './packages/archive.ts'

/** Nothing is drawn, evaluated or fetched; warnings of the parser stay inside. */
const OPTIONS = {
  isEvalSupported: false,
  disableFontFace: true,
  useSystemFonts: false,
  useWorkerFetch: false,
  verbosity: 0,
} as const

/** The text of a PDF, page by page; each one calls `onProgress`. @throws DocumentError above 500 pages or with a password */
export async function pdfText(bytes: Uint8Array, onProgress: () => void): Promise<DocumentText> {
  refuseLargeStreams(bytes)
  const pdf = await openPdf(bytes)
  const { numPages } = pdf
  if (numPages > MAX_PDF_PAGES)
    throw new DocumentError(`It has ${numPages} pages; at most ${MAX_PDF_PAGES} are supported.`)
  const gatherer = createTextGatherer()
  for (let number = 1; number <= numPages; number += 1) {
    const page = await pdf.getPage(number)
    const { items } = await page.getTextContent()
    for (const item of items)
      if ('str' in item) gatherer.add(item.hasEOL ? `${item.str}\n` : item.str)
    gatherer.add('\n\n')
    page.cleanup()
    onProgress()
  }
  return { label: 'PDF', text: gatherer.text().trim(), parts: { unit: 'page', count: numPages } }
}

async function openPdf(bytes: Uint8Array) {
  try {
    // The parser takes the buffer for itself, and takes no Buffer.
    return await getDocumentProxy(new Uint8Array(bytes), OPTIONS)
  } catch (error) {
    if (error instanceof Error && error.name === 'PasswordException')
      throw new DocumentError('It is password-protected.')
    throw error
  }
}

/** The largest single stream, bytes once unpacked. */
const MAX_STREAM_BYTES = 64_000_000
const MAX_STREAMS = 100_000
/** A stream may be packed twice; more often is not meant to be read. */
const DEEPEST = 3

/**
 * Unpacks every stream of a PDF once and lets it go, before a parser keeps it: a PDF parser has no
 * limits of its own. What a stream says about itself is not asked, only what its bytes are.
 * @throws DocumentError when a stream, or all together, are larger than a document's may be
 */
function refuseLargeStreams(bytes: Uint8Array): void {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let left = MAX_UNPACKED_BYTES
  let streams = 0
  for (let at = buffer.indexOf('stream'); at >= 0; at = buffer.indexOf('stream', at + 6)) {
    if (buffer[at - 1] === 0x64) continue
    streams += 1
    if (streams > MAX_STREAMS) throw new DocumentError('It has more than 100,000 streams.')
    let start = at + 6
    if (buffer[start] === 0x0d) start += 1
    if (buffer[start] === 0x0a) start += 1
    left -= unpackedBytes(buffer.subarray(start), Math.min(left, MAX_STREAM_BYTES), 1)
  }
}

function unpackedBytes(packed: Buffer, limit: number, depth: number): number {
  if (!isDeflate(packed)) return 0
  if (depth > DEEPEST)
    throw new DocumentError('It contains a stream that is compressed repeatedly.')
  try {
    const content = inflateSync(packed, { maxOutputLength: Math.max(1, limit) })
    return content.byteLength + unpackedBytes(content, limit - content.byteLength, depth + 1)
  } catch (error) {
    if (isTooLarge(error))
      throw new DocumentError('Its streams unpack to more than one document may have.')
    if (error instanceof DocumentError) throw error
    // A damaged stream; the parser will make of it what it can, below the limit.
    return 0
  }
}

function isDeflate(bytes: Buffer): boolean {
  const [first = 0, second = 0] = bytes
  return (first & 0x0f) === 8 && ((first << 8) | second) % 31 === 0
}
