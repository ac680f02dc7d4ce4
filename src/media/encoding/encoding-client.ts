import { jobClient } from '../../ui/workers/job-client.ts'
import type { EncodingJob, EncodingResult } from './encoding.worker.ts'
// oxlint-disable-next-line import/default -- made by Vite
import workerUrl from './encoding.worker.ts?worker&url'

const run = jobClient<EncodingJob, EncodingResult>(workerUrl)

/**
 * The base64 of a file after a prefix, read off the main thread. Rejects when it cannot be read. It comes in pieces:
 * taking all of a large photo from the worker in one go would hold the page up. `onProgress` is told the share, 0 to 1.
 */
export async function blobToBase64(
  blob: Blob,
  prefix: string,
  onProgress?: (done: number) => void,
): Promise<string> {
  const pieces = [prefix]
  for (let at = 0; at < blob.size; at += PIECE_BYTES) {
    const piece = await run({ kind: 'to-base64', blob: blob.slice(at, at + PIECE_BYTES) })
    if (typeof piece !== 'string') throw new Error('The file could not be read.')
    pieces.push(piece)
    onProgress?.(Math.min(1, (at + PIECE_BYTES) / blob.size))
  }
  await otherWork()
  const text = pieces.join('')
  await otherWork()
  return text
}

/** Has what takes long stand in a task of its own. */
function otherWork(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve))
}

/** A multiple of three: the base64 of pieces of this size is the base64 of the whole. */
const PIECE_BYTES = 3 * 512 * 1024

/** Characters of base64 that are given to the worker in one go: copying them takes its time. */
const HANDED_OVER = 4 * 1024 * 1024

/** The bytes of base64, as a Blob without a type. Rejects when the base64 is broken. */
export async function base64ToBlob(base64: string): Promise<Blob> {
  const text = /\s/.test(base64.slice(0, 200)) ? base64.replaceAll(/\s/g, '') : base64
  const pieces: Blob[] = []
  for (let at = 0; at < text.length; at += HANDED_OVER) {
    const piece = text.slice(at, at + HANDED_OVER)
    const blob = blobOf(await run({ kind: 'to-blob', base64: piece }))
    const isLast = at + HANDED_OVER >= text.length
    if (!isLast && blob.size !== (HANDED_OVER / 4) * 3) throw new Error('Its base64 is broken.')
    pieces.push(blob)
  }
  return new Blob(pieces)
}

/** A WAV file (16 bit, one channel) of samples between -1 and 1, `rate` per second. */
async function samplesToWav(samples: Float32Array, rate: number): Promise<Blob> {
  return blobOf(await run({ kind: 'wav', samples, rate }))
}

function blobOf(result: EncodingResult): Blob {
  if (result instanceof Blob) return result
  throw new Error('The bytes could not be read.')
}

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
