import type { AnswerMedia } from '../../../../contract/chat/answer-media.ts'

/** Media of an answer: here as bytes, elsewhere at an address, or not readable. */
export type MediaContent =
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
  try {
    const parts = pieces.map(decode)
    const length = parts.reduce((sum, part) => sum + part.length, 0)
    if (length === 0) return { at: 'nowhere' }
    const bytes = new Uint8Array(length)
    let at = 0
    for (const part of parts) {
      bytes.set(part, at)
      at += part.length
    }
    return { at: 'here', bytes }
  } catch {
    return { at: 'nowhere' }
  }
}

/** @throws for what is neither base64 nor a data URL */
function decode(piece: string): Uint8Array {
  const comma = /^data:/i.test(piece) ? piece.indexOf(',') : -1
  const data = piece.slice(comma + 1)
  if (comma >= 0 && !/;base64$/i.test(piece.slice(0, comma)))
    return new TextEncoder().encode(decodeURIComponent(data))
  return Uint8Array.from(atob(data), (char) => char.charCodeAt(0))
}
