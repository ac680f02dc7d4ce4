import { hexOfBytes } from '../../../contract/e2ee/hex.ts'
import { randomBytes } from '../encoding/random-bytes.ts'

/** What every part of one answer repeats. */
export interface AnswerIdentity {
  id: string
  /** Unix seconds. */
  created: number
  model: string
}

/** Names a new answer of a model, unless it has an id already. */
export function newAnswer(model: string, id?: string): AnswerIdentity {
  return {
    id: id ?? `chatcmpl-${hexOfBytes(randomBytes(12))}`,
    created: Math.floor(Date.now() / 1000),
    model,
  }
}
