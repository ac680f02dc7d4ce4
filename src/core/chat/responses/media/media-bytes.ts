import type { AnswerMedia } from '../../../../../contract/chat/answer-media.ts'

/** Media of an answer: here as bytes, elsewhere at an address, or not readable. */
export type MediaContent =
  | { at: 'here'; bytes: Uint8Array<ArrayBuffer> }
  | { at: 'elsewhere'; url: string }
  | { at: 'nowhere' }

/** Base64 characters that are decoded at most: about 64 MB. */
const most = 86_000_000

/** Reads what came: a data URL, a web address, or base64 in pieces. Contacts nobody. */
export function mediaContent({ pieces }: Pick<AnswerMedia, 'pieces'>): MediaContent {
  const [first = ''] = pieces
  if (/^https?:/i.test(first) && URL.canParse(first))
    return { at: 'elsewhere', url: new URL(first).href }
  const all = pieces.map((piece) =>
    /^data:/i.test(piece) ? piece.slice(piece.indexOf(',') + 1) : piece,
  )
  if (all.reduce((sum, piece) => sum + piece.length, 0) > most) return { at: 'nowhere' }
  try {
    const parts = all.map(decode)
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

function decode(base64: string): Uint8Array {
  return Uint8Array.from(atob(base64), (char) => char.charCodeAt(0))
}
