import type { AnswerMedia } from '../../../../contract/chat/answer-media.ts'
import type { Answer } from '../../../../contract/chat/answer.ts'
import { base64ToBytes, concatBytes } from '../../../../contract/encoding/bytes.ts'

interface MediaKind {
  kind: 'image' | 'audio' | 'video'
  /** The media type it is shown as. */
  type: string
  extension: string
}

interface Signature extends MediaKind {
  bytes: string
  /** Where the bytes stand; 0 when absent. */
  at?: number
  /** Bytes that stand at 8 besides. */
  inner?: string
}

const signatures: readonly Signature[] = [
  { kind: 'image', type: 'image/png', extension: 'png', bytes: '\x89PNG\r\n\x1a\n' },
  { kind: 'image', type: 'image/jpeg', extension: 'jpg', bytes: '\xff\xd8\xff' },
  { kind: 'image', type: 'image/gif', extension: 'gif', bytes: 'GIF8' },
  { kind: 'image', type: 'image/webp', extension: 'webp', bytes: 'RIFF', inner: 'WEBP' },
  { kind: 'audio', type: 'audio/wav', extension: 'wav', bytes: 'RIFF', inner: 'WAVE' },
  { kind: 'audio', type: 'audio/mpeg', extension: 'mp3', bytes: 'ID3' },
  { kind: 'audio', type: 'audio/mpeg', extension: 'mp3', bytes: '\xff\xfb' },
  { kind: 'audio', type: 'audio/mpeg', extension: 'mp3', bytes: '\xff\xf3' },
  { kind: 'audio', type: 'audio/aac', extension: 'aac', bytes: '\xff\xf1' },
  { kind: 'audio', type: 'audio/aac', extension: 'aac', bytes: '\xff\xf9' },
  { kind: 'audio', type: 'audio/flac', extension: 'flac', bytes: 'fLaC' },
  { kind: 'audio', type: 'audio/ogg', extension: 'ogg', bytes: 'OggS' },
  { kind: 'audio', type: 'audio/mp4', extension: 'm4a', bytes: 'ftypM4A', at: 4 },
  { kind: 'image', type: 'image/avif', extension: 'avif', bytes: 'ftypavif', at: 4 },
  { kind: 'video', type: 'video/mp4', extension: 'mp4', bytes: 'ftyp', at: 4 },
  { kind: 'video', type: 'video/webm', extension: 'webm', bytes: '\x1a\x45\xdf\xa3' },
]

/** What the bytes are; undefined for everything the page does not show, whatever they call themselves. */
export function mediaKind(bytes: Uint8Array): MediaKind | undefined {
  const head = String.fromCharCode(...bytes.subarray(0, 16))
  const found = signatures.find(
    ({ bytes: mark, at = 0, inner = '' }) => head.startsWith(mark, at) && head.startsWith(inner, 8),
  )
  return found && { kind: found.kind, type: found.type, extension: found.extension }
}

/** Media of an answer: here as bytes, elsewhere at an address, or not readable. */
type MediaContent =
  | { at: 'here'; bytes: Uint8Array<ArrayBuffer> }
  | { at: 'elsewhere'; url: string }
  | { at: 'nowhere' }

/** Characters that are decoded at most: about 64 MB of base64. */
const MAX_CHARACTERS = 86_000_000

/** Reads what came: a data URL, a web address, or base64 in pieces. Contacts nobody. */
export function mediaContent({ pieces }: Pick<AnswerMedia, 'pieces'>): MediaContent {
  const [first = ''] = pieces
  if (/^https?:/i.test(first) && URL.canParse(first))
    return { at: 'elsewhere', url: new URL(first).href }
  if (pieces.reduce((sum, piece) => sum + piece.length, 0) > MAX_CHARACTERS)
    return { at: 'nowhere' }
  const parts = pieces.map(decode)
  const read = parts.filter((part) => part !== undefined)
  const bytes = concatBytes(read)
  return read.length < parts.length || bytes.length === 0
    ? { at: 'nowhere' }
    : { at: 'here', bytes }
}

/** Undefined for what is neither base64 nor a data URL. */
function decode(piece: string): Uint8Array | undefined {
  const comma = /^data:/i.test(piece) ? piece.indexOf(',') : -1
  const data = piece.slice(comma + 1)
  if (comma < 0 || /;base64$/i.test(piece.slice(0, comma))) return base64ToBytes(data)
  try {
    return new TextEncoder().encode(decodeURIComponent(data))
  } catch {
    return undefined
  }
}

/** Everything an answer says as one plain text: reasoning, content and tool calls of its choices. */
export function plainText({ choices }: Pick<Answer, 'choices'>): string {
  return choices
    .flatMap(({ reasoning, content, refusal = '', toolCalls }) => [
      reasoning,
      content,
      refusal,
      ...toolCalls.map((call) => `${call.name}(${call.arguments})`),
    ])
    .filter((text) => text !== '')
    .join('\n\n')
}
