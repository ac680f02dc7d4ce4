import type { StopReason } from './fate.ts'

/** How the run of this tab stands. */
export interface EvaluationState {
  boardId: string | undefined
  /**
   * `paused`: nothing more is sent, cells wait to go on; `stopped`: as `reason` says; `idle`: none was started,
   * or all its cells have settled. Requests under way when a run is paused or stopped may still settle.
   */
  status: 'idle' | 'running' | 'paused' | 'stopped'
  reason: StopReason | undefined
  /** Cells that have settled, of all that the run is to send. */
  done: number
  total: number
  /** Cells under way. */
  open: number
  /** micro-USD; the maximum cost of what may have been charged without saying how much. */
  spent: number
  /** Set while the run waits for limits to reset, Unix ms. */
  waitUntil: number | undefined
}

/** No run was started. */
export const IDLE: EvaluationState = {
  boardId: undefined,
  status: 'idle',
  reason: undefined,
  done: 0,
  total: 0,
  open: 0,
  spent: 0,
  waitUntil: undefined,
}
