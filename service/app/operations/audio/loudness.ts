import type { WavHeader } from '../../../../contract/media/wav.ts'

/** How loud a file is, dB below full scale; absent but for 16-bit PCM, and for silence. */
export interface Loudness {
  /** The loudest sample. */
  peakDb?: number
  /** The mean power. */
  meanDb?: number
}

const FULL_SCALE = 32_768

/** Measures every sample of a WAV file. */
export function loudnessOf(
  bytes: Uint8Array,
  { encoding, bitsPerSample, data }: WavHeader,
): Loudness {
  if (encoding !== 1 || bitsPerSample !== 16) return {}
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let peak = 0
  let power = 0
  const count = Math.floor(data.length / 2)
  for (let index = 0; index < count; index += 1) {
    const sample = view.getInt16(data.start + index * 2, true)
    peak = Math.max(peak, Math.abs(sample))
    power += sample * sample
  }
  if (peak === 0) return {}
  return {
    peakDb: 20 * Math.log10(peak / FULL_SCALE),
    meanDb: 10 * Math.log10(power / count / FULL_SCALE ** 2),
  }
}
