import type { StoreApi } from 'zustand/vanilla'

import { FAILURE_WINDOW_MS } from '../../../../contract/limits/sizes.ts'
import { countedCharge } from '../../../../contract/money.ts'
import type { ChatRun } from '../../client/chat-completion.ts'
import type { CellRecord } from '../board.ts'
import type { PlannedCell, RunPlan } from './run-plan.ts'
import {
  type ChatToSend,
  type EvaluationWorld,
  sendChat,
  type SentChat,
  type StopReason,
} from './send-chat.ts'

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
export type Run = ReturnType<typeof createRun>

/** A run that has not begun. Its state is shown as long as it is of this run. */
export function createRun(world: EvaluationWorld, plan: RunPlan, state: StoreApi<EvaluationState>) {
  const { client, storage } = world
  const run = {
    world,
    plan,
    state,
    /** What is still to be sent, in this order. */
    queue: [] as PlannedCell[],
    /** Cells under way: their request, or their checks. */
    open: 0,
    /** Requests under way that were sent. */
    sending: 0,
    /** So many of them leave no room within the spend limits of the page. */
    fullAt: Infinity,
    reserve: createSpendReserve(plan.spendLimit, plan.spent),
    /** Failures in a row: more of the same would fail too. */
    failures: 0,
    /** Nothing goes before, Unix ms. */
    heldUntil: 0,
    /** Aborted: no further cell begins. */
    halt: new AbortController(),
    /** Aborted: what is under way ends too. */
    kill: new AbortController(),
    /** Why it ended before its end, unless it was paused. */
    reason: undefined as StopReason | undefined,
    /** Writes cells and shows them. False, and the run ends, when they are not stored; they are shown all the same. */
    async save(records: readonly CellRecord[]): Promise<boolean> {
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
    /** Sends a request, once; it ends with the run. */
    async send(chat: Omit<ChatToSend, 'signal'>): Promise<SentChat> {
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
      // What was stopped or not sent says nothing of the next one.
      const { phase } = sent.answer
      if (phase === 'finished') run.failures = 0
      else if (!sent.isUnsent && phase !== 'stopped') run.failures += 1
      if (run.failures >= MAX_FAILURES_IN_A_ROW)
        run.end({ kind: 'failures', message: 'Too many requests failed in a row.' })
      return sent
    },
    /** Nothing goes before `retryAtMs` (Unix ms), or for a while where it is not known. */
    holdUntil(retryAtMs = client.world.clock.now() + FAILURE_WINDOW_MS): void {
      run.heldUntil = Math.max(run.heldUntil, retryAtMs)
    },
    /** Lets no further cell begin; the first reason counts. */
    end(reason: StopReason): void {
      run.halt.abort()
      if (run.reason !== undefined) return
      run.reason = reason
      state.setState({ status: 'stopped', reason, waitUntil: undefined })
    },
  }
  return run
}

/** So many failures with no success between them end a run: long before the service blocks the key. */
export const MAX_FAILURES_IN_A_ROW = 8

/** What is set aside for one cell. */
export type Reservation = NonNullable<ReturnType<ReturnType<typeof createSpendReserve>['reserve']>>

/** Keeps the limit of one run: whatever all its requests cost in the end, their sum is within it. All in micro-USD. */
export function createSpendReserve(limit: number | undefined, spentBefore: number) {
  let spent = spentBefore
  let unknown = 0
  let reserved = 0
  const fits = (more: number | undefined) =>
    limit === undefined || (more !== undefined && spent + reserved + more <= limit)
  return {
    /** Spent, as far as it is known, and all that may have been where it is not. */
    spent: () => spent,
    /** Requests of which nobody knows what they cost. */
    unknownCosts: () => unknown,
    /**
     * Sets aside the most that a cell may cost, its request and its judges. Undefined when the limit could break,
     * or when there is a limit and nobody knows what the cell may cost.
     */
    reserve(named: number | undefined) {
      const maxCost = countedCharge(named, undefined)
      if (!fits(maxCost)) return undefined
      let own = 0
      const setOwn = (amount: number) => {
        reserved += amount - own
        own = amount
      }
      setOwn(maxCost ?? 0)
      return {
        /** Makes room for a request, of what is set aside or of what others leave. False when the limit could break. */
        hold(asked: number | undefined): boolean {
          const amount = countedCharge(asked, undefined)
          if (!fits(amount && Math.max(0, amount - own))) return false
          setOwn(Math.max(own, amount ?? 0))
          return true
        },
        /** Counts what a request cost, in place of its maximum, which counts where nobody knows or it is no charge. */
        spend(cost: number | undefined, asked: number | undefined): void {
          const most = countedCharge(asked, 0)
          setOwn(Math.max(0, own - most))
          spent += countedCharge(cost, most)
          if (cost === undefined && asked === undefined) unknown += 1
        },
        /** Gives back what is left. */
        close: () => setOwn(0),
      }
    },
  }
}
