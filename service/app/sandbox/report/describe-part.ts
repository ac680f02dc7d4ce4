import type { ContentPart } from '../../../../contract/chat/messages.ts'
import type { PartFacts } from '../../inference/inputs/inputs.ts'
import { countTokens } from '../../inference/prepare/tokens.ts'

/** One content part in words, with what was measured: bytes, pixels, seconds, pages, characters. */
export function describePart(part: ContentPart, facts: PartFacts | undefined): string {
  switch (part.type) {
    case 'text':
      return `text, ${count(part.text.length, 'character')} (${count(countTokens(part.text), 'token')})`
    case 'image_url':
      return facts?.kind === 'image'
        ? `image, ${facts.size.format}, ${facts.size.width} × ${facts.size.height} px, ${bytesText(facts.bytes)}`
        : `image${unread(part.image_url.url)}`
    case 'input_audio':
      return describeAudio(part.input_audio.format ?? 'wav', facts)
    case 'video_url':
      return facts?.kind === 'video'
        ? `video, ${facts.format}, ${bytesText(facts.bytes)}`
        : `video${unread(part.video_url.url)}`
    case 'file':
      return describeFile(part.file.filename, facts)
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

function describeAudio(format: string, facts: PartFacts | undefined): string {
  if (facts?.kind !== 'audio') return `audio, ${format}`
  const seconds = facts.seconds === undefined ? '' : `, ${facts.seconds.toFixed(1)} s`
  return `audio, ${format}${seconds}, ${bytesText(facts.bytes)}`
}

function describeFile(name: string | undefined, facts: PartFacts | undefined): string {
  const called = name === undefined ? '' : ` ${codeSpan(name)}`
  if (facts?.kind !== 'file') return `file${called}`
  const { label, text, parts } = facts.document
  const inside = [
    ...(parts === undefined ? [] : [count(parts.count, parts.unit)]),
    count(text.length, 'character'),
    count(countTokens(text), 'token'),
  ]
  return `file${called}, ${label}, ${bytesText(facts.bytes)}, read as ${inside.join(', ')}`
}

/** A part that stays where it is: another's to fetch, or not seen by the model. */
function unread(url: string): string {
  const isAddress = /^https?:/i.test(url) && URL.canParse(url)
  return isAddress ? ` at ${new URL(url).host} (not fetched)` : ''
}
