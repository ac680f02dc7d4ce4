import { latin1 } from './file-type.ts'

const HEADER_BYTES = 44

/** 16-bit mono samples as a WAV file. */
export function wavFile(samples: Int16Array, sampleRate: number): Uint8Array<ArrayBuffer> {
  const data = pcmBytes(samples)
  const bytes = new Uint8Array(HEADER_BYTES + data.byteLength)
  const view = new DataView(bytes.buffer)
  const mark = (at: number, name: string) => bytes.set(new TextEncoder().encode(name), at)
  mark(0, 'RIFF')
  view.setUint32(4, HEADER_BYTES - 8 + data.byteLength, true)
  mark(8, 'WAVEfmt ')
  view.setUint32(16, 16, true)
  view.setUint16(20, 1, true)
  view.setUint16(22, 1, true)
  view.setUint32(24, sampleRate, true)
  view.setUint32(28, sampleRate * 2, true)
  view.setUint16(32, 2, true)
  view.setUint16(34, 16, true)
  mark(36, 'data')
  view.setUint32(40, data.byteLength, true)
  bytes.set(data, HEADER_BYTES)
  return bytes
}

/** Samples as little-endian bytes, on a machine of either order. */
export function pcmBytes(samples: Int16Array): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(samples.length * 2)
  const view = new DataView(bytes.buffer)
  for (const [index, sample] of samples.entries()) view.setInt16(index * 2, sample, true)
  return bytes
}

/** Samples between -1 and 1 as 16-bit ones; what is beyond is clipped. */
export function toPcm16(samples: Float32Array): Int16Array {
  return Int16Array.from(samples, (sample) => {
    const clipped = Math.max(-1, Math.min(1, sample))
    return Math.round(clipped * (clipped < 0 ? 32_768 : 32_767))
  })
}

/** What the header of a WAV file says. */
export interface WavHeader {
  /** 1 is PCM, 3 floating point, 0xFFFE extensible. */
  encoding: number
  channels: number
  /** Hz. */
  sampleRate: number
  bitsPerSample: number
  seconds: number
  /** Where the samples are, bytes from the start of the file. */
  data: { start: number; length: number }
}

/** Reads the chunks of a WAV file; undefined for anything else, or when a chunk is missing. */
export function readWav(bytes: Uint8Array): WavHeader | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (latin1(bytes, 0, 4) !== 'RIFF' || latin1(bytes, 8, 12) !== 'WAVE') return undefined
  let format: Omit<WavHeader, 'seconds' | 'data'> | undefined
  let bytesPerSecond = 0
  for (let at = 12; at + 8 <= bytes.byteLength;) {
    const name = latin1(bytes, at, at + 4)
    const size = view.getUint32(at + 4, true)
    const start = at + 8
    if (name === 'fmt ' && start + 16 <= bytes.byteLength) {
      format = {
        encoding: view.getUint16(start, true),
        channels: view.getUint16(start + 2, true),
        sampleRate: view.getUint32(start + 4, true),
        bitsPerSample: view.getUint16(start + 14, true),
      }
      bytesPerSecond = view.getUint32(start + 8, true)
    }
    if (name === 'data') {
      if (format === undefined || bytesPerSecond === 0) return undefined
      // A recorder that was still writing leaves a size larger than the file.
      const length = Math.min(size, bytes.byteLength - start)
      return { ...format, seconds: length / bytesPerSecond, data: { start, length } }
    }
    at = start + size + (size % 2)
  }
  return undefined
}
