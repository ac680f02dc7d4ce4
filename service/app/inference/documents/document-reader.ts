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
