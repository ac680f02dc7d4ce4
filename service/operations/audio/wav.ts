/** What a WAV file holds. */
export interface WavFacts {
  /** 1 is PCM, 3 floating point, 0xFFFE extensible. */
  encoding: number
  channels: number
  /** Hz. */
  sampleRate: number
  bitsPerSample: number
  seconds: number
  /** The loudest sample and the mean power, dB below full scale; absent but for 16-bit PCM, and for silence. */
  peakDb?: number
  meanDb?: number
}

const HEADER_BYTES = 44
const FULL_SCALE = 32_768

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

/** Reads the chunks of a WAV file; undefined for anything else, or when a chunk is missing. */
export function readWav(bytes: Uint8Array): WavFacts | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const nameAt = (at: number) => Buffer.from(bytes.subarray(at, at + 4)).toString('latin1')
  if (bytes.byteLength < 12 || nameAt(0) !== 'RIFF' || nameAt(8) !== 'WAVE') return undefined
  let format: Omit<WavFacts, 'seconds'> | undefined
  let bytesPerSecond = 0
  for (let at = 12; at + 8 <= bytes.byteLength;) {
    const name = nameAt(at)
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
      const isPcm16 = format.encoding === 1 && format.bitsPerSample === 16
      const loudness = isPcm16 ? loudnessOf(view, start, length) : {}
      return { ...format, seconds: length / bytesPerSecond, ...loudness }
    }
    at = start + size + (size % 2)
  }
  return undefined
}

function loudnessOf(view: DataView, start: number, length: number) {
  let peak = 0
  let power = 0
  const count = Math.floor(length / 2)
  for (let index = 0; index < count; index += 1) {
    const sample = view.getInt16(start + index * 2, true)
    peak = Math.max(peak, Math.abs(sample))
    power += sample * sample
  }
  if (peak === 0) return {}
  return {
    peakDb: 20 * Math.log10(peak / FULL_SCALE),
    meanDb: 10 * Math.log10(power / count / FULL_SCALE ** 2),
  }
}
