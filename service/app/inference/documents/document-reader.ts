/** The text of a document. */
export interface DocumentText {
  /** What it is, in a word: `PDF`, `Word document`, `CSV`. */
  label: string
  text: string
  /** How many pages, slides, sheets or chapters, for a document that has such. */
  parts?: { unit: 'page' | 'slide' | 'sheet' | 'chapter'; count: number }
}

/** A document as it arrived. */
export interface DocumentSource {
  bytes: Uint8Array
  /** Its name or address; only the extension is used, and only to name a kind of text. */
  name: string
}

/** The text of a document, or one sentence (`It …`) that says why there is none. */
export type DocumentResult = { ok: true; value: DocumentText } | { ok: false; message: string }

/** Something that turns documents into text. Never rejects. */
export type DocumentReader = (source: DocumentSource) => Promise<DocumentResult>

/*
 * What a document may be at most. Native memory is outside of a worker's limits, so sizes are
 * counted before and while anything is unpacked.
 */

/** Entries of a ZIP archive. */
export const MAX_ARCHIVE_ENTRIES = 2000

/** Bytes of an archive or of a PDF's streams once unpacked. */
export const MAX_UNPACKED_BYTES = 200_000_000

/** Unpacked bytes that a ZIP entry may always have; above it the ratio counts. */
export const FREE_UNPACKED_BYTES = 100 * 1024

/** How many times larger than packed an entry may be. */
export const MAX_RATIO = 100

/** Bytes of markup that are given to a parser, all parts of a document together. */
export const MAX_MARKUP_BYTES = 32_000_000

/** Tags in the markup of a workbook or a presentation. */
export const MAX_TAGS = 1_000_000

/** Tags in the markup of a DOCX, whose parser takes longer over each. */
export const MAX_WORD_TAGS = 400_000

/** Pages of a PDF. */
export const MAX_PDF_PAGES = 500

const MAX_CHARACTERS = 5_000_000

/** Elements of office markup inside of each other. */
export const DEEPEST_ELEMENT = 1000

/** A document that cannot be read, with one sentence for the caller that says why. */
export class DocumentError extends Error {}

/** Collects text up to the limit of one document. */
export function createTextGatherer() {
  const pieces: string[] = []
  let characters = 0
  return {
    /** @throws DocumentError above the limit */
    add: (text: string) => {
      characters += text.length
      if (characters > MAX_CHARACTERS)
        throw new DocumentError(
          `Its text has more than ${MAX_CHARACTERS.toLocaleString('en-US')} characters.`,
        )
      pieces.push(text)
    },
    text: () => pieces.join(''),
  }
}
