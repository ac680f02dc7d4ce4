import type { ContentPart } from '../../src/contract/chat/content-parts.ts'
import { readDataUrl } from './data-url.ts'
import { measureImage } from './measure-image.ts'
import { countTokens } from './tokens.ts'

/** One content part in words, with what can be measured: bytes, pixels, characters. */
export function describePart(part: ContentPart): string {
  switch (part.type) {
    case 'text':
      return `text, ${count(part.text.length, 'character')} (${count(countTokens(part.text), 'token')})`
    case 'image_url':
      return describeImage(part.image_url.url)
    case 'input_audio':
      return `audio, ${part.input_audio.format ?? 'wav'}, ${bytesText(base64Bytes(part.input_audio.data))}`
    case 'video_url':
      return describeAddress('video', part.video_url.url)
    case 'file': {
      const name = part.file.filename === undefined ? '' : ` ${codeSpan(part.file.filename)}`
      return `${describeAddress('file', part.file.file_data)}${name}`
    }
  }
}

/** A size in bytes as people read it. */
function bytesText(bytes: number): string {
  if (bytes < 1000) return count(bytes, 'byte')
  return bytes < 1_000_000
    ? `${(bytes / 1000).toFixed(1)} kB`
    : `${(bytes / 1_000_000).toFixed(1)} MB`
}

/** `1 token`, `2 tokens`, `12,345 tokens`. */
export function count(number: number, unit: string): string {
  return `${number.toLocaleString('en-US')} ${unit}${number === 1 ? '' : 's'}`
}

/** Text from the caller inside Markdown: shortened, on one line, in a code span that it cannot leave. */
export function codeSpan(text: string, longest = 80): string {
  const line = text.replaceAll(/\s+/g, ' ').replaceAll('|', '\\|')
  const short = line.length > longest ? `${line.slice(0, longest)}…` : line
  const fence = '`'.repeat(
    1 + Math.max(0, ...[...short.matchAll(/`+/g)].map(([run]) => run.length)),
  )
  const pad = fence.length > 1 || short.trim() === '' ? ' ' : ''
  return `${fence}${pad}${short}${pad}${fence}`
}

function describeImage(url: string): string {
  const data = readDataUrl(url)
  if (data === undefined) return describeAddress('image', url)
  const size = measureImage(data.bytes)
  const shape =
    size === undefined ? data.mediaType : `${size.format}, ${size.width} × ${size.height} px`
  return `image, ${shape}, ${bytesText(data.bytes.byteLength)}`
}

function describeAddress(kind: string, url: string): string {
  const data = readDataUrl(url)
  if (data !== undefined) return `${kind}, ${data.mediaType}, ${bytesText(data.bytes.byteLength)}`
  return `${kind} at ${URL.canParse(url) ? new URL(url).host : 'an address'} (not fetched)`
}

function base64Bytes(data: string): number {
  return Math.floor((data.replace(/=+$/, '').length * 3) / 4)
}
