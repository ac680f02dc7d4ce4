/** What was fetched. */
export interface Fetched {
  bytes: Uint8Array
  /** What the other server says it is, lower case, without parameters; '' when it does not say. */
  mediaType: string
  /** The charset it names, lower case. */
  charset: string | undefined
  /** The address after redirects. */
  url: string
}

/** Bytes from the internet, or one plain sentence that says why there are none. */
export type OutboundResult = { ok: true; value: Fetched } | { ok: false; message: string }

/** How to fetch. */
interface OutboundOptions {
  /** The Accept header. */
  accept?: string
  /** The answer must be smaller than this, bytes after decoding. 25 MB when not given, and at most. */
  limitBytes?: number
  /** How many redirects may lead to it; 3 when not given. */
  mostRedirects?: number
  signal?: AbortSignal
}

/** The one way in which the service contacts an address that a caller chose. Never rejects. */
export interface OutboundClient {
  get(address: string, options?: OutboundOptions): Promise<OutboundResult>
}
