import { decodeBase64 } from '../../../../contract/encoding/bytes.ts'
import { decodedText } from '../../../../contract/headers/header-spec.ts'
import { latin1 } from '../../../../contract/media/file-type.ts'
import type { DocumentReader } from '../documents/document-reader.ts'
import { htmlText } from '../documents/markup.ts'

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

/** Bytes of a page at most, after decoding. */
const PAGE_LIMIT_BYTES = 5_000_000

/** Characters of a page that a model is told; what follows is left out. */
const MAX_CHARACTERS = 20_000

const ACCEPT = 'text/html, application/xhtml+xml, text/*;q=0.9, application/json;q=0.8'

/** A page that was read. */
export interface ScrapedPage {
  /** As the message has it. */
  url: string
  /** Its own title, or its address. */
  title: string
  /** Its readable text, from the start. */
  text: string
}

/** A page, or one sentence (`It …`) that says why it was not read. */
type ScrapeResult = { ok: true; value: ScrapedPage } | { ok: false; url: string; message: string }

/** Reads the text of these addresses, all at once, through the guarded client. */
export function scrapePages(
  addresses: readonly string[],
  client: OutboundClient,
  signal: AbortSignal,
): Promise<ScrapeResult[]> {
  return Promise.all(
    addresses.map(async (url): Promise<ScrapeResult> => {
      const result = await client.get(url, { accept: ACCEPT, limitBytes: PAGE_LIMIT_BYTES, signal })
      if (!result.ok) return { ok: false, url, message: result.message }
      const page = pageOf(url, result.value)
      if (page === undefined)
        return {
          ok: false,
          url,
          message: `It is of type ${result.value.mediaType.slice(0, 80) || 'unknown'}, which is not text.`,
        }
      return page.text === ''
        ? { ok: false, url, message: 'It has no readable text.' }
        : { ok: true, value: page }
    }),
  )
}

function pageOf(url: string, fetched: Fetched): ScrapedPage | undefined {
  const { mediaType } = fetched
  const text = decode(fetched)
  if (mediaType === 'text/html' || mediaType === 'application/xhtml+xml') {
    const page = htmlText(text)
    return { url, title: page.title.slice(0, 200) || url, text: shortened(page.text) }
  }
  const isText = mediaType.startsWith('text/') || /[/+](?:json|xml)$/.test(mediaType)
  return isText ? { url, title: url, text: shortened(text.trim()) } : undefined
}

function shortened(text: string): string {
  return text.length > MAX_CHARACTERS ? `${text.slice(0, MAX_CHARACTERS)}…` : text
}

/** The page's text in the charset that its header names, else one in its first bytes, else UTF-8. */
function decode({ bytes, charset }: Fetched): string {
  const start = latin1(bytes, 0, 1024)
  const declared = /<meta[^>]{0,200}charset=["']?([a-z0-9_-]{1,40})/i.exec(start)?.[1]
  try {
    return new TextDecoder(charset ?? declared ?? 'utf-8').decode(bytes)
  } catch {
    // A charset that nobody knows.
    return new TextDecoder().decode(bytes)
  }
}
