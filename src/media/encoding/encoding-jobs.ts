/** Work on many bytes. `to-blob` reads base64; `wav` writes samples between -1 and 1. */
export type EncodingJob =
  | { kind: 'to-base64'; blob: Blob; prefix: string }
  | { kind: 'to-blob'; base64: string }
  | { kind: 'wav'; samples: Float32Array; rate: number }

export type EncodingResult = string | Blob
