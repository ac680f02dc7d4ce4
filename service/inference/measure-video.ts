import type { VIDEO_FORMATS } from '../../contract/chat/content-parts.ts'

/** The container that video data begins like; undefined when its first bytes say nothing. */
export function videoFormatOf(bytes: Uint8Array): (typeof VIDEO_FORMATS)[number] | undefined {
  const start = Buffer.from(bytes.subarray(0, 12)).toString('latin1')
  if (start.startsWith('ftypqt', 4) || start.startsWith('moov', 4)) return 'mov'
  if (start.startsWith('ftyp', 4)) return 'mp4'
  if (start.startsWith('\u001AE\u00DF\u00A3')) return 'webm'
  // A pack or sequence header of MPEG.
  const code = start.charCodeAt(3)
  return start.startsWith('\0\0\u0001') && code >= 0xb0 && code <= 0xbf ? 'mpeg' : undefined
}
