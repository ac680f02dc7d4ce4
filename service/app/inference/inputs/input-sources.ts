import { decodeBase64 } from '../../../../contract/encoding/bytes.ts'
import { decodedText } from '../../../../contract/headers/header-spec.ts'
import type { DocumentReader } from '../documents/document-reader.ts'

/** What reading the parts and addresses of a request needs from the service. */
export interface InputSources {
  outbound: OutboundClient
  readDocument: DocumentReader
  /** Takes HEIF, no GIF, and no image behind a redirect, like the real service. */
  likeProvider?: boolean
}

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

/** A data URL taken apart. */
export interface DataUrl {
  mediaType: string
  bytes: Uint8Array
}

/** The media type and bytes of a `data:` URL; undefined for any other address or broken base64. */
export function readDataUrl(url: string): DataUrl | undefined {
  const [, mediaType = '', parameters = ''] =
    /^data:([^;,]*)((?:;[^;,]*)*),/i.exec(url.slice(0, 300)) ?? []
  const comma = url.indexOf(',')
  if (!/^data:/i.test(url) || comma < 0) return undefined
  const data = url.slice(comma + 1)
  const bytes = /;base64$/i.test(parameters)
    ? decodeBase64(data)
    : new TextEncoder().encode(decodedText(data))
  return { mediaType: mediaType === '' ? 'text/plain' : mediaType.toLowerCase(), bytes }
}
