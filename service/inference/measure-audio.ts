import type { AUDIO_FORMATS } from '../../contract/chat/content-parts.ts'

type AudioFormat = (typeof AUDIO_FORMATS)[number]

const SIGNATURES: readonly [AudioFormat, number, string][] = [
  ['wav', 8, 'WAVE'],
  ['aiff', 8, 'AIF'],
  ['ogg', 0, 'OggS'],
  ['flac', 0, 'fLaC'],
  ['m4a', 4, 'ftyp'],
  ['mp3', 0, 'ID3'],
]

/** The format that audio data begins like; undefined when its first bytes say nothing. */
export function audioFormatOf(bytes: Uint8Array): AudioFormat | undefined {
  const start = Buffer.from(bytes.subarray(0, 12)).toString('latin1')
  const found = SIGNATURES.find(([, at, mark]) => start.startsWith(mark, at))
  if (found) return found[0]
  const [first = 0, second = 0] = bytes
  if (first !== 0xff || (second & 0xe0) !== 0xe0) return undefined
  // Both begin with eleven ones; AAC has no layer.
  return (second & 0x06) === 0 ? 'aac' : 'mp3'
}

/** How long a WAV file plays, seconds; undefined when its header does not say. */
export function wavSeconds(bytes: Uint8Array): number | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (audioFormatOf(bytes) !== 'wav') return undefined
  let bytesPerSecond = 0
  for (let at = 12; at + 8 <= bytes.byteLength;) {
    const name = view.getUint32(at)
    const size = view.getUint32(at + 4, true)
    if (name === FORMAT_CHUNK && at + 20 <= bytes.byteLength)
      bytesPerSecond = view.getUint32(at + 16, true)
    if (name === DATA_CHUNK) {
      // A recorder that was still writing leaves a size larger than the file.
      const data = Math.min(size, bytes.byteLength - at - 8)
      return bytesPerSecond > 0 ? data / bytesPerSecond : undefined
    }
    at += 8 + size + (size % 2)
  }
  return undefined
}

/** `fmt ` and `data`, as a number. */
const FORMAT_CHUNK = 0x666d7420
const DATA_CHUNK = 0x64617461
