import { samplesToWav } from './encoding-client.ts'

/** Samples per second of converted sound: all that speech needs, 48 kB a second. */
export const CONVERTED_RATE = 24_000

/** Sound as WAV (16 bit, one channel). Rejects when the browser cannot decode it. */
export async function convertToWav(blob: Blob): Promise<Blob> {
  // A context only to decode with: it makes no sound and needs no permission to.
  const decoder = new OfflineAudioContext(1, 1, CONVERTED_RATE)
  const decoded = await decoder.decodeAudioData(await blob.arrayBuffer())
  const length = Math.max(1, Math.ceil(decoded.duration * CONVERTED_RATE))
  const mixer = new OfflineAudioContext(1, length, CONVERTED_RATE)
  const source = mixer.createBufferSource()
  source.buffer = decoded
  source.connect(mixer.destination)
  source.start()
  const mixed = await mixer.startRendering()
  return samplesToWav(mixed.getChannelData(0), CONVERTED_RATE)
}
