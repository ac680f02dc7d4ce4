import { latin1 } from '../../contract/media/bytes.ts'
import { DocumentError } from '../app/documents/document-error.ts'
import type { DocumentReader } from '../app/documents/document-reader.ts'
import { plainText } from '../app/documents/plain-text.ts'

/** How ZIP archives (DOCX, XLSX, PPTX, EPUB) and legacy Office files begin. */
const PACKAGES = ['PK\u0003\u0004', '\u00d0\u00cf\u0011\u00e0']

/** Reads files that are text already; the parsers of all others are in the local service. */
export const readText: DocumentReader = async (source) => {
  const start = latin1(source.bytes, 0, 1024)
  if (start.includes('%PDF-') || PACKAGES.some((mark) => start.startsWith(mark)))
    return {
      ok: false,
      message: "Practice mode can't parse it. Start the local service with npm start for that.",
    }
  try {
    return { ok: true, value: plainText(source) }
  } catch (error) {
    if (!(error instanceof DocumentError)) throw error
    return { ok: false, message: error.message }
  }
}
