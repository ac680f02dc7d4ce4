import type { StoreApi } from 'zustand/vanilla'

import { FAILURE_WINDOW_MS } from '../../../../contract/limits/abuse.ts'
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
  /** Failures in a row: more of the same would fail too. */
  failures: number
  /** Nothing goes before, Unix ms. */
  heldUntil: number
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
  /** Counts whether a request succeeded; ends the run after too many that did not. */
  settled(isSuccess: boolean): void
  /** Nothing goes before `retryAtMs` (Unix ms), or for a while where it is not known. */
  holdUntil(retryAtMs: number | undefined): void
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
    failures: 0,
    heldUntil: 0,
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
    settled(isSuccess) {
      run.failures = isSuccess ? 0 : run.failures + 1
      if (run.failures >= MAX_FAILURES_IN_A_ROW)
        run.end({ kind: 'failures', message: 'Too many requests failed in a row.' })
    },
    holdUntil(retryAtMs = client.world.clock.now() + FAILURE_WINDOW_MS) {
      run.heldUntil = Math.max(run.heldUntil, retryAtMs)
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

/** So many failures with no success between them end a run: long before the service blocks the key. */
export const MAX_FAILURES_IN_A_ROW = 8

/** What a run has spent and may still spend, micro-USD. */
interface SpendReserve {
  /** Spent, as far as it is known, and all that may have been where it is not. */
  spent(): number
  /** Requests of which nobody knows what they cost. */
  unknownCosts(): number
  /**
   * Sets aside the most that a cell may cost, its request and its judges. Undefined when the limit could break,
   * or when there is a limit and nobody knows what the cell may cost.
   */
  reserve(maxCost: number | undefined): Reservation | undefined
}

/** What is set aside for one cell. */
export interface Reservation {
  /** Makes room for a request of the cell, of what is set aside or of what others leave. False when the limit could break. */
  hold(maxCost: number | undefined): boolean
  /** Counts what a request cost, in place of its maximum, which counts where nobody knows or it is no charge. */
  spend(cost: number | undefined, maxCost: number | undefined): void
  /** Gives back what is left. */
  close(): void
}

/** Keeps the limit of one run: whatever all its requests cost in the end, their sum is within it. */
function createSpendReserve(limit: number | undefined, spentBefore: number): SpendReserve {
  let spent = spentBefore
  let unknown = 0
  let reserved = 0
  const fits = (more: number | undefined) =>
    limit === undefined || (more !== undefined && spent + reserved + more <= limit)
  return {
    spent: () => spent,
    unknownCosts: () => unknown,
    reserve(named) {
      const maxCost = countedCharge(named, undefined)
      if (!fits(maxCost)) return undefined
      let own = 0
      const setOwn = (amount: number) => {
        reserved += amount - own
        own = amount
      }
      setOwn(maxCost ?? 0)
      return {
        hold(asked) {
          const amount = countedCharge(asked, undefined)
          if (!fits(amount && Math.max(0, amount - own))) return false
          setOwn(Math.max(own, amount ?? 0))
          return true
        },
        spend(cost, asked) {
          const most = countedCharge(asked, 0)
          setOwn(Math.max(0, own - most))
          spent += countedCharge(cost, most)
          if (cost === undefined && asked === undefined) unknown += 1
        },
        close: () => setOwn(0),
      }
    },
  }
}
