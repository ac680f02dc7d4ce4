import { readJson } from '../../json.ts'
import {
  mapTexts,
  mayBeEscaped,
  pieceMask,
  plainSecrets,
  secretMask,
  type PieceMask,
} from './secret-mask.ts'

/** Whether an event has anything escaped but line ends and quotes, which no secret has. */
const ESCAPED = /\\[^bfnrt"]|[%&]/

/**
 * Masks secrets that a server repeats, whole anywhere or in pieces: each text member of the events of a stream is
 * one text that comes in pieces. What is certain to be a secret is masked from there on; all other events stay
 * exactly as they came. Takes the data of one event after the other.
 */
export function createEventMask(secrets: readonly string[]): (data: string) => string {
  if (secrets.length === 0) return (data) => data
  const maskWhole = secretMask(secrets)
  const searched = plainSecrets(secrets)
  /** The texts that end as a secret begins, by where they stand. */
  const begun = new Map<string, PieceMask[]>()
  const mayBe = (text: string) => searched.some((one) => mayBegin(one, text))
  const maskPiece = (piece: string, place?: string): string => {
    if (place === undefined) return maskWhole(piece)
    const before = begun.get(place)
    if (piece === '' || (before === undefined && !mayBeEscaped(piece) && !mayBe(piece)))
      return piece
    const masks = before ?? searched.map(pieceMask)
    const text = masks.reduce((rest, mask) => mask.next(rest), piece)
    if (masks.some(({ isBegun }) => isBegun)) begun.set(place, masks)
    else begun.delete(place)
    return text
  }
  const maskData = (data: string): string => {
    // Few events are read for it: the others hold nothing of a secret.
    if (begun.size === 0 && !ESCAPED.test(data) && !mayBe(data)) return data
    const value = readJson(data)
    // A number may be a piece of a plain text.
    if (value === undefined || value === null || /^(?:number|boolean)$/.test(typeof value))
      return data.includes('\n') ? data.split('\n').map(maskData).join('\n') : maskPiece(data, '')
    const masked = mapTexts(value, maskPiece)
    // A member that stands there twice is read once.
    return maskWhole(masked === value ? data : JSON.stringify(masked))
  }
  return maskData
}

/** Whether a text, or a text in an event, may hold a secret, or end as it begins. */
function mayBegin(secret: string, data: string): boolean {
  const first = secret.charAt(0)
  for (let at = data.indexOf(first); at !== -1; at = data.indexOf(first, at + 1)) {
    let end = at + 1
    while (end - at < secret.length && data[end] === secret[end - at]) end += 1
    const next = data[end]
    if (end - at === secret.length || next === undefined || next === '\n') return true
    if (next === '"' && data[end + 1] !== ':') return true
  }
  return false
}
