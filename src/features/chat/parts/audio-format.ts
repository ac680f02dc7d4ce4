import { latin1 } from '../../../ui/picture/picture-type.ts'
import type { AudioFormat } from './draft-part.ts'

const MARKS: readonly [AudioFormat, number, string][] = [
  ['wav', 8, 'WAVE'],
  ['aiff', 8, 'AIF'],
  ['ogg', 0, 'OggS'],
  ['flac', 0, 'fLaC'],
  ['mp3', 0, 'ID3'],
]

/** The audio format that bytes begin like; raw samples begin like nothing. */
export function audioFormatOf(head: Uint8Array): AudioFormat | undefined {
  const start = latin1(head, 0, 12)
  const marked = MARKS.find(([, at, mark]) => start.startsWith(mark, at))
  if (marked) return marked[0]
  const [first = 0, second = 0] = head
  if (first !== 0xff || (second & 0xf0) !== 0xf0) return undefined
  // The two bits of the layer: none is AAC, one or two is MP3. Layer I is rather a mark of UTF-16.
  const layer = second & 0x06
  if (layer === 0) return 'aac'
  return layer === 0x06 ? undefined : 'mp3'
}
