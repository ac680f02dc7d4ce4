/**
 * Where an answer stands. Only `finished` is complete; `cut`, `stopped` and `failed` keep the text
 * that arrived.
 */
export type AnswerPhase =
  | 'connecting'
  | 'waiting'
  | 'streaming'
  | 'finished'
  | 'cut'
  | 'stopped'
  | 'failed'

/** Whether nothing more will be added to the answer. */
export function isSettled(phase: AnswerPhase): boolean {
  return phase !== 'connecting' && phase !== 'waiting' && phase !== 'streaming'
}
