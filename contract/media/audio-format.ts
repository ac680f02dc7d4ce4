import type { AUDIO_FORMATS } from '../chat/content-parts.ts'
import { latin1 } from './bytes.ts'

/** A format that an audio part can name. */
export type AudioFormat = (typeof AUDIO_FORMATS)[number]

const MARKS: readonly [AudioFormat, number, string][] = [
  ['wav', 8, 'WAVE'],
  ['aiff', 8, 'AIF'],
  ['ogg', 0, 'OggS'],
  ['flac', 0, 'fLaC'],
  ['m4a', 4, 'ftyp'],
  ['mp3', 0, 'ID3'],
]

/**
 * The format that audio begins like; undefined when its first bytes say nothing, as raw samples do.
 * The container of `m4a` may as well hold a film.
 */
export function audioFormatOf(bytes: Uint8Array): AudioFormat | undefined {
  const start = latin1(bytes, 0, 12)
  const marked = MARKS.find(([, at, mark]) => start.startsWith(mark, at))
  return marked ? marked[0] : frameFormatOf(bytes)
}

/** MP3 and AAC without a container: eleven ones, two bits of version, two of layer. */
function frameFormatOf([first = 0, second = 0]: Uint8Array): AudioFormat | undefined {
  if (first !== 0xff || (second & 0xe0) !== 0xe0) return undefined
  const layer = second & 0x06
  // AAC has twelve ones and no layer.
  if (layer === 0) return (second & 0xf0) === 0xf0 ? 'aac' : undefined
  // Layer I is rather the mark of a text in UTF-16, and one version is no version.
  return layer === 0x06 || (second & 0x18) === 0x08 ? undefined : 'mp3'
}
