import type { StoreApi } from 'zustand/vanilla'

import { FAILURE_WINDOW_MS } from '../../../../contract/limits/abuse.ts'
import type { ChatRun } from '../../client/chat-completion.ts'
import type { CellRecord } from '../board.ts'
import type { EvaluationWorld } from './evaluation-world.ts'
import type { StopReason } from './fate.ts'
import type { PlannedCell, RunPlan } from './run-plan.ts'
import { type ChatToSend, sendChat, type SentChat } from './send-chat.ts'
import { createSpendReserve, type SpendReserve } from './spend-reserve.ts'

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
  /** Requests of which nobody knows what they cost: `spent` has nothing of them. */
  unknownCosts: number
  /** Set while the run waits for limits to reset, Unix ms. */
  waitUntil: number | undefined
  /** The requests under way, by `cellKey`: their text as it comes, and the way to stop one alone. */
  live: Readonly<Record<string, ChatRun>>
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
  unknownCosts: 0,
  waitUntil: undefined,
  live: {},
}

/** One run under way. */
export interface Run {
  world: EvaluationWorld
  plan: RunPlan
  state: StoreApi<EvaluationState>
  /** What is still to be sent, in this order. */
  queue: PlannedCell[]
  /** Cells under way: their request, or their checks. */
  open: number
  /** Requests under way that were sent. */
  sending: number
  /** So many of them leave no room within the spend limits of the page. */
  fullAt: number
  reserve: SpendReserve
  pace: Pace
  /** Aborted: no further cell begins. */
  halt: AbortController
  /** Aborted: what is under way ends too. */
  kill: AbortController
  /** Why it ended before its end, unless it was paused. */
  reason: StopReason | undefined
  /** Writes cells and shows them. False, and the run ends, when they are not stored; they are shown all the same. */
  save(records: readonly CellRecord[]): Promise<boolean>
  /** Sends a request, once; it ends with the run. */
  send(chat: Omit<ChatToSend, 'signal'>): Promise<SentChat>
  /** Lets no further cell begin; the first reason counts. */
  end(reason: StopReason): void
}

/** A run that has not begun. Its state is shown as long as it is of this run. */
export function createRun(
  world: EvaluationWorld,
  plan: RunPlan,
  state: StoreApi<EvaluationState>,
): Run {
  const { client, storage } = world
  const run: Run = {
    world,
    plan,
    state,
    queue: [],
    open: 0,
    sending: 0,
    fullAt: Infinity,
    reserve: createSpendReserve(plan.spendLimit, plan.spent),
    pace: createPace(() => client.world.clock.now()),
    halt: new AbortController(),
    kill: new AbortController(),
    reason: undefined,
    async save(records) {
      if (records.length === 0) return true
      let isStored = false
      try {
        isStored = await storage.saveCells(plan.boardId, records)
        if (!isStored) run.end({ kind: 'deleted', message: 'This board was deleted.' })
      } catch (error) {
        client.world.report(error)
        run.end({ kind: 'storage', message: 'The results could not be stored in this browser.' })
      }
      world.onCells(records)
      return isStored
    },
    async send(chat) {
      let isSent = false
      const sent = await sendChat(client, {
        ...chat,
        overCaps: plan.overCaps === true,
        signal: run.kill.signal,
        async beforeSend() {
          isSent = await chat.beforeSend()
          if (isSent) run.sending += 1
          return isSent
        },
      })
      if (isSent) run.sending -= 1
      if (run.sending < run.fullAt) run.fullAt = Infinity
      return sent
    },
    end(reason) {
      run.halt.abort()
      if (run.reason !== undefined) return
      run.reason = reason
      state.setState({ status: 'stopped', reason, waitUntil: undefined })
    },
  }
  return run
}

/** So many failures in the window that the service counts are this run's share; it blocks a key after 20. */
const MAX_RECENT_FAILURES = 8

/** So many failures with no success between them end a run: more of the same would fail too. */
const MAX_FAILURES_IN_A_ROW = 8

/** For how long a run waits where a refusal does not say for how long, ms. */
const DEFAULT_WAIT_MS = FAILURE_WINDOW_MS

/** A margin for clocks and the way to the service, ms. */
const MARGIN_MS = 1_000

/** When the next request of a run may go. */
interface Pace {
  succeeded(): void
  failed(): void
  /** Nothing goes before `retryAtMs` (Unix ms), or for a while where it is not known. */
  holdUntil(retryAtMs: number | undefined): void
  /** Unix ms; now or earlier: at once. `open` requests may still fail. */
  nextAt(open: number): number
  /** Whether the last requests failed, one after the other. */
  isFailing(): boolean
}

/** Paces a run so that its failures never bring the service to block the key, and limits have reset. */
function createPace(now: () => number): Pace {
  let failures: number[] = []
  let inARow = 0
  let heldUntil = 0
  return {
    succeeded() {
      inARow = 0
    },
    failed() {
      inARow += 1
      failures = [...failures, now()].slice(-MAX_RECENT_FAILURES)
    },
    holdUntil(retryAtMs) {
      heldUntil = Math.max(heldUntil, retryAtMs ?? now() + DEFAULT_WAIT_MS)
    },
    nextAt(open) {
      // With those under way, so many failures must be old enough not to count any more.
      const over = failures.length + open + 1 - MAX_RECENT_FAILURES
      const last = over <= 0 ? undefined : failures[Math.min(over, failures.length) - 1]
      const clear = last === undefined ? 0 : last + FAILURE_WINDOW_MS + MARGIN_MS
      return Math.max(heldUntil, clear)
    },
    isFailing: () => inARow >= MAX_FAILURES_IN_A_ROW,
  }
}
