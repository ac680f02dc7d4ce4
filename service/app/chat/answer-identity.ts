import { hexOfBytes } from '../../../contract/e2ee/hex.ts'
import { randomBytes } from '../encoding/random-bytes.ts'

/** What every part of one answer repeats. */
export interface AnswerIdentity {
  id: string
  /** Unix seconds. */
  created: number
  model: string
}

/** Creates the id and timestamp shared by every chunk of a response; an id that is given is used. */
export function newAnswer(model: string, id?: string): AnswerIdentity {
  return {
    id: id ?? `chatcmpl-${hexOfBytes(randomBytes(12))}`,
    created: Math.floor(Date.now() / 1000),
    model,
  }
}
