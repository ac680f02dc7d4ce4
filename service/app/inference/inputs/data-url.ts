import { decodeBase64 } from '../../../../contract/encoding/bytes.ts'

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
    : new TextEncoder().encode(decodeText(data))
  return { mediaType: mediaType === '' ? 'text/plain' : mediaType.toLowerCase(), bytes }
}

function decodeText(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
