import {
  DocumentError,
  type DocumentResult,
  type DocumentSource,
  type DocumentText,
} from '../../app/inference/documents/document-reader.ts'
import { type Archive, openArchive } from './packages/archive.ts'

/**
 * Turns a document into text (contract, "Content parts": `file`). Its bytes decide what it is, never
 * what the sender says. Parsers are loaded when they are needed. This does not bound time or memory:
 * the service runs it in a process that does. A document of many pages calls `onProgress` on its way.
 */
export async function readDocument(
  source: DocumentSource,
  onProgress: () => void = () => undefined,
): Promise<DocumentResult> {
  try {
    return { ok: true, value: await textOf(source, onProgress) }
  } catch (error) {
    return {
      ok: false,
      message: error instanceof DocumentError ? error.message : 'It is damaged and cannot be read.',
    }
  }
}

/** Whether a document is read by a package, by its first bytes. */
export function needsParser(bytes: Uint8Array): boolean {
  const start = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.byteLength, PDF_HEADER))
  return start.includes('%PDF-') || startsWith(start, ZIP) || startsWith(start, OLD_OFFICE)
}

/** The header of a PDF may come late; other programs look this far as well, bytes. */
const PDF_HEADER = 1024
const ZIP = 'PK\u0003\u0004'
const OLD_OFFICE = '\u00D0\u00CF\u0011\u00E0\u00A1\u00B1\u001A\u00E1'

async function textOf(source: DocumentSource, onProgress: () => void): Promise<DocumentText> {
  const { bytes } = source
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (buffer.byteLength === 0) throw new DocumentError('It is empty.')
  if (buffer.subarray(0, PDF_HEADER).includes('%PDF-'))
    return (await import('./pdf-text.ts')).pdfText(bytes, onProgress)
  if (startsWith(buffer, ZIP)) return packageText(openArchive(bytes))
  if (startsWith(buffer, OLD_OFFICE)) return oldOfficeText(buffer)
  const { plainText } = await import('../../app/inference/documents/plain-text.ts')
  return plainText(source)
}

async function packageText(archive: Archive): Promise<DocumentText> {
  const { bookText, presentationText, wordText, workbookText } =
    await import('./packages/package-text.ts')
  if (archive.has('word/document.xml')) return wordText(archive)
  if (archive.has('xl/workbook.xml')) return workbookText(archive)
  if (archive.has('ppt/presentation.xml')) return presentationText(archive)
  if (archive.has('META-INF/container.xml')) return bookText(archive)
  throw new DocumentError('It is an archive, but not a DOCX, XLSX, PPTX or EPUB.')
}

/** The old binary format holds XLS, DOC and PPT alike; a workbook is found by its stream's name. */
async function oldOfficeText(buffer: Buffer): Promise<DocumentText> {
  const isWorkbook = ['Workbook', 'Book'].some((stream) =>
    buffer.includes(Buffer.from(`${stream}\0`, 'utf16le')),
  )
  if (!isWorkbook)
    throw new DocumentError('It is a legacy Office document; of those, only XLS is supported.')
  return (await import('./packages/package-text.ts')).spreadsheetText(buffer)
}

function startsWith(buffer: Buffer, latin1: string): boolean {
  return buffer.subarray(0, latin1.length).equals(Buffer.from(latin1, 'latin1'))
}
