/**
 * The origin of the service that runs in the page. Nobody can own a name under `.invalid`: should a request
 * ever leave the page, it reaches nothing.
 */
export const PRACTICE_ORIGIN = 'https://practice.invalid'

/** Its base URL. */
export const PRACTICE_BASE_URL = `${PRACTICE_ORIGIN}/api/v1`

/** Its key, with play money. No secret: everybody's page has the same, and its own balance. */
export const PRACTICE_KEY = 'practice-key-of-this-page'

/** A request on its way to the service in the page; the port that comes with it carries the response. */
export interface PortRequest {
  method: string
  url: string
  headers: [name: string, value: string][]
  /** Absent for a request without a body. */
  body?: ArrayBuffer
}

/** What the page says on the port of a request: it wants one more chunk, or nothing more at all. */
export type PortCommand = 'pull' | 'abort'

/**
 * What the service says on it: the head, one chunk for each pull, and how it ended. A chunk is sent only
 * when it was asked for, so that nothing is generated, and charged, that nobody reads.
 */
export type PortReply =
  | {
      type: 'head'
      status: number
      statusText: string
      headers: [name: string, value: string][]
      hasBody: boolean
    }
  | { type: 'chunk'; bytes: Uint8Array<ArrayBuffer> }
  | { type: 'end' }
  /** The connection broke: before the head there is no response, after it the body is cut off. */
  | { type: 'error'; message: string }
