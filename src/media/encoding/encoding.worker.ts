import { base64ToBytes, encodeBase64 } from '../../../contract/encoding/bytes.ts'
import { toPcm16, wavFile } from '../../../contract/media/wav.ts'
import { answerJobs } from '../../ui/workers/answer-jobs.ts'

answerJobs<EncodingJob, EncodingResult>(async (job) => {
  switch (job.kind) {
    case 'to-base64':
      return encodeBase64(new Uint8Array(await job.blob.arrayBuffer()))
    case 'to-blob': {
      const bytes = base64ToBytes(job.base64)
      if (bytes === undefined) throw new Error('Its base64 is broken.')
      return new Blob([bytes])
    }
    case 'wav':
      return new Blob([wavFile(toPcm16(job.samples), job.rate)], { type: 'audio/wav' })
  }
})

/** Work on many bytes. `to-blob` reads base64; `wav` writes samples between -1 and 1. */
export type EncodingJob =
  | { kind: 'to-base64'; blob: Blob }
  | { kind: 'to-blob'; base64: string }
  | { kind: 'wav'; samples: Float32Array; rate: number }

export type EncodingResult = string | Blob
