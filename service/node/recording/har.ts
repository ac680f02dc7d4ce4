/** A field of a form: a text, or a file of which only type and size are known. */
export interface HarParam {
  name: string
  value?: string
  fileName?: string
  contentType?: string
  _bytes?: number
}

/** The body of a request as HAR has it. */
export interface HarPostData {
  mimeType: string
  text?: string
  params?: HarParam[]
}

/** When a chunk left, ms from the arrival of the request, and its length in bytes. */
export type RecordedChunk = readonly [at: number, bytes: number]

/** How a response ended: whole, dropped by the service, or because the client left. */
export type RecordedEnd = 'complete' | 'dropped' | 'client left'

/** The file of HAR 1.2 with one entry. */
export function harFile(entry: object): string {
  const creator = { name: 'Vendor Playground', version: '1' }
  return `${JSON.stringify({ log: { version: '1.2', creator, entries: [entry] } })}\n`
}

/** A recording can't be written or read; the message is one readable line. */
export class RecordingError extends Error {}
