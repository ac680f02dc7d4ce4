import type { VIDEO_FORMATS } from '../chat/content-parts.ts'
import { latin1 } from './bytes.ts'

/** A container that a video part can have. */
export type VideoFormat = (typeof VIDEO_FORMATS)[number]

/**
 * The container that bytes begin like; undefined when they say nothing. Each of them may as well
 * hold sound alone.
 */
export function videoFormatOf(bytes: Uint8Array): VideoFormat | undefined {
  const start = latin1(bytes, 0, 12)
  if (start.startsWith('ftypqt', 4) || start.startsWith('moov', 4)) return 'mov'
  if (start.startsWith('ftyp', 4)) return 'mp4'
  if (start.startsWith('\u001AE\u00DF\u00A3')) return 'webm'
  // A pack or sequence header of MPEG.
  const code = start.charCodeAt(3)
  return start.startsWith('\0\0\u0001') && code >= 0xb0 && code <= 0xbf ? 'mpeg' : undefined
}
