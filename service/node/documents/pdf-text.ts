import { getDocumentProxy } from 'unpdf'

import { DocumentError } from '../../app/documents/document-error.ts'
import { MAX_PDF_PAGES } from '../../app/documents/document-limits.ts'
import type { DocumentText } from '../../app/documents/document-reader.ts'
import { createTextGatherer } from '../../app/documents/text-gatherer.ts'
import { refuseLargeStreams } from './pdf-streams.ts'

/** Nothing is drawn, evaluated or fetched; warnings of the parser stay inside. */
const OPTIONS = {
  isEvalSupported: false,
  disableFontFace: true,
  useSystemFonts: false,
  useWorkerFetch: false,
  verbosity: 0,
} as const

/**
 * The text of a PDF, page by page; each one calls `onProgress`.
 * @throws DocumentError above 500 pages or with a password
 */
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
