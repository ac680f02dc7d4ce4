import { encodeBase64 } from '../../../contract/encoding/bytes.ts'
import { toPcm16, wavFile } from '../../../contract/media/wav.ts'
import { answerJobs } from '../../ui/workers/answer-jobs.ts'
import { base64ToBytes, PIECE_BYTES } from './base64.ts'

answerJobs<EncodingJob, EncodingResult>(async (job, progress) => {
  switch (job.kind) {
    case 'to-base64':
      return toBase64(job, progress)
    case 'to-blob': {
      const bytes = base64ToBytes(job.base64)
      if (bytes === undefined) throw new Error('Its base64 is broken.')
      return new Blob([bytes])
    }
    case 'wav':
      return new Blob([wavFile(toPcm16(job.samples), job.rate)], { type: 'audio/wav' })
  }
})

async function toBase64(
  { blob, prefix }: Extract<EncodingJob, { kind: 'to-base64' }>,
  progress: (done: number) => void,
): Promise<string> {
  const pieces = [prefix]
  for (let at = 0; at < blob.size; at += PIECE_BYTES) {
    const piece = await blob.slice(at, at + PIECE_BYTES).arrayBuffer()
    pieces.push(encodeBase64(new Uint8Array(piece)))
    progress(Math.min(1, (at + PIECE_BYTES) / blob.size))
  }
  return pieces.join('')
}

/** Work on many bytes. `to-blob` reads base64; `wav` writes samples between -1 and 1. */
export type EncodingJob =
  | { kind: 'to-base64'; blob: Blob; prefix: string }
  | { kind: 'to-blob'; base64: string }
  | { kind: 'wav'; samples: Float32Array; rate: number }

export type EncodingResult = string | Blob
