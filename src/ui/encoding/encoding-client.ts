import { jobClient, type JobOptions } from '../workers/job-client.ts'
import type { EncodingJob, EncodingResult } from './encoding-jobs.ts'
// oxlint-disable-next-line import/default -- made by Vite
import workerUrl from './encoding.worker.ts?worker&url'

const run = jobClient<EncodingJob, EncodingResult>(workerUrl)

/** The base64 of a file, read piece by piece off the main thread. Rejects when it cannot be read. */
export async function blobToBase64(
  blob: Blob,
  onProgress?: JobOptions['onProgress'],
): Promise<string> {
  const result = await run({ kind: 'to-base64', blob }, { onProgress })
  if (typeof result === 'string') return result
  throw new Error('The file could not be read.')
}

/** The bytes of base64, as a Blob without a type. Rejects when the base64 is broken. */
export async function base64ToBlob(base64: string): Promise<Blob> {
  return blobOf(await run({ kind: 'to-blob', base64 }))
}

/** A WAV file (16 bit, one channel) of samples between -1 and 1, `rate` per second. */
export async function samplesToWav(samples: Float32Array, rate: number): Promise<Blob> {
  return blobOf(await run({ kind: 'wav', samples, rate }))
}

function blobOf(result: EncodingResult): Blob {
  if (result instanceof Blob) return result
  throw new Error('The bytes could not be read.')
}
