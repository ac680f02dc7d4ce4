import { randomBytes } from 'node:crypto'

/** What every part of one answer repeats. */
export interface AnswerIdentity {
  id: string
  /** Unix seconds. */
  created: number
  model: string
}

/** Names a new answer of a model. */
export function newAnswer(model: string, now: number = Date.now()): AnswerIdentity {
  return {
    id: `chatcmpl-${randomBytes(12).toString('hex')}`,
    created: Math.floor(now / 1000),
    model,
  }
}
