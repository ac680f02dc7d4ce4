import type { StoreApi } from 'zustand/vanilla'

import { createObservable } from '../../client/observable.ts'
import { type Board, cellKey, type CellRecord } from '../board.ts'
import { recheckCells } from '../recheck.ts'
import { drive } from './drive-run.ts'
import type { EvaluationWorld } from './evaluation-world.ts'
import { waitingRecord } from './run-cell.ts'
import {
  type PlannedCell,
  planRun,
  priceRun,
  type RunPlan,
  type RunPrice,
  type RunScope,
} from './run-plan.ts'
import { createRun, type EvaluationState, IDLE, type Run } from './run.ts'

/** The runs of this tab, one at a time. */
export interface Evaluation {
  state: StoreApi<EvaluationState>
  /**
   * The stored cells of a board. Those that were being sent when their tab went away are settled as errors,
   * now, or as soon as a tab that still runs the board is gone. Sends nothing.
   */
  load(boardId: string): Promise<readonly CellRecord[]>
  /** What a run would send and what it can cost. Sends nothing. */
  plan(board: Board, scope: RunScope): Promise<RunPlan>
  /** What a run of the rest can cost, of a board of any size. Undefined once the signal is aborted. */
  price(board: Board, signal: AbortSignal): Promise<RunPrice | undefined>
  /**
   * Sends what was planned, unless its cells have changed since; resolves when the run has ended. Does nothing
   * while another run is under way. Rejects only for faults of the page.
   */
  start(plan: RunPlan): Promise<void>
  /** Responses that checks are being applied to, as long as it takes a while. */
  checking: StoreApi<{ left: number }>
  /**
   * Applies the checks that cost nothing to the responses that are there, where nothing of them is stored yet.
   * Sends nothing. A run ends it; it does nothing while another tab runs the board.
   */
  recheck(board: Board): Promise<void>
  /** Sends nothing more; what is under way settles. A plan of the rest goes on. */
  pause(): void
  /** Ends the run and what is under way; cells that were not sent are again as they were before it. */
  stop(): void
}

/**
 * Makes the runs of a tab.
 * @example
 * const plan = await evaluation.plan(board, 'rest')
 * // Show plan.maxCost, then on a press:
 * await evaluation.start(plan)
 */
export function createEvaluation(world: EvaluationWorld): Evaluation {
  const { client, storage } = world
  const { locks, report } = client.world
  const state = createObservable<EvaluationState>(IDLE, report)
  let current: { run: Run; ended: Promise<void>; isOver: boolean } | undefined
  const checking = createObservable({ left: 0 }, report)
  let rechecks = { last: new AbortController(), ended: Promise.resolve() }

  /** Holds the lock of a board for a moment: whatever else in this tab needs it waits. */
  let recovering: Promise<unknown> = Promise.resolve()

  const load: Evaluation['load'] = async (boardId) => {
    const recovery = recovering.then(() =>
      withRunLock(locks, boardId, () => recoverCells(world, boardId)),
    )
    recovering = Promise.allSettled([recovery])
    const free = await recovery
    if (free !== undefined) return free.value
    const settleLater = async () => world.onCells(await recoverCells(world, boardId))
    const isOwn = current?.run.plan.boardId === boardId && !current.isOver
    if (!isOwn) afterRun(locks, boardId, settleLater).catch(report)
    return storage.loadCells(boardId)
  }

  const runUnderLock = async (run: Run): Promise<void> => {
    const { plan } = run
    rechecks.last.abort()
    await Promise.all([recovering, rechecks.ended])
    const granted = await withRunLock(locks, plan.boardId, async () => {
      run.queue = await unchangedSince(world, plan)
      state.setState({ total: run.queue.length })
      if (await run.save(waitingRecords(run))) await drive(run)
      if (run.reason?.kind === 'stopped') await restore(world, run)
    })
    if (granted === undefined)
      run.end({ kind: 'elsewhere', message: 'Another tab is running this board.' })
  }

  return {
    state,
    load,
    async plan(board, scope) {
      await load(board.id)
      return planRun(world, board, scope)
    },
    price: (board, signal) => priceRun(world, board, signal),
    checking,
    recheck(board) {
      rechecks.last.abort()
      const last = new AbortController()
      const onLeft = (left: number) => checking.setState({ left })
      const ended = Promise.all([recovering, rechecks.ended])
        .then(() => {
          if (last.signal.aborted) return undefined
          return withRunLock(locks, board.id, () => recheckCells(world, board, onLeft, last.signal))
        })
        .then(() => undefined, report)
        .finally(() => onLeft(0))
      rechecks = { last, ended }
      return ended
    },
    async start(plan) {
      if (state.getState().status === 'running') return
      const before = current
      state.setState({
        ...IDLE,
        boardId: plan.boardId,
        status: 'running',
        total: plan.cells.length,
        spent: plan.spent,
      })
      const run = createRun(world, plan, state)
      const ended = (before?.ended ?? Promise.resolve()).then(() => {
        state.setState({ done: 0, open: 0, spent: plan.spent, unknownCosts: 0 })
        return runUnderLock(run)
      })
      const own = { run, ended: ended.catch(() => undefined), isOver: false }
      current = own
      try {
        await ended
      } catch (error) {
        report(error)
        run.end({ kind: 'storage', message: 'The results could not be stored in this browser.' })
      }
      own.isOver = true
      if (state.getState().status === 'running' && current.run === run)
        state.setState({ status: 'idle' })
    },
    pause() {
      if (state.getState().status !== 'running' || current === undefined) return
      state.setState({ status: 'paused' })
      current.run.halt.abort()
    },
    stop() {
      const { status } = state.getState()
      if (current === undefined || (status !== 'running' && status !== 'paused')) return
      const { run } = current
      run.end({ kind: 'stopped', message: 'You stopped this run.' })
      run.kill.abort()
      if (status === 'running' || run.open > 0) return
      // It was paused: nothing is under way any more.
      const restored = withRunLock(locks, run.plan.boardId, () => restore(world, run))
      current = { run, ended: restored.then(() => undefined, report), isOver: true }
    },
  }
}

/** What is written before anything is sent, so that the rest is known when this tab goes away. */
function waitingRecords(run: Run): CellRecord[] {
  return run.queue
    .filter(
      ({ onlyChecks, earlier }) =>
        !onlyChecks && !(earlier?.status === 'waiting' && earlier.runId === run.plan.runId),
    )
    .map((planned) => waitingRecord(run, planned))
}

/** The planned cells that are stored as they were when the run was planned: another tab may have run them. */
async function unchangedSince(
  { storage }: EvaluationWorld,
  { boardId, cells }: RunPlan,
): Promise<PlannedCell[]> {
  const now = new Map((await storage.loadCells(boardId)).map((record) => [cellKey(record), record]))
  return cells.filter(({ cell, earlier }) => {
    const stored = now.get(cellKey(cell))
    return (
      stored?.runId === earlier?.runId &&
      stored?.status === earlier?.status &&
      stored?.startedAt === earlier?.startedAt
    )
  })
}

/** Gives cells that were not sent back what they were before the run. */
async function restore(world: EvaluationWorld, run: Run): Promise<void> {
  const { boardId } = run.plan
  const unsent = run.queue.filter(({ onlyChecks }) => !onlyChecks)
  const before = unsent.flatMap(({ earlier }) =>
    earlier === undefined || (earlier.status === 'waiting' && earlier.response === undefined)
      ? []
      : earlier.status === 'waiting'
        ? { ...earlier, status: 'done' as const }
        : earlier,
  )
  const keys = new Set(before.map(cellKey))
  const others = unsent.map(({ cell }) => cell).filter((cell) => !keys.has(cellKey(cell)))
  await world.storage.saveCells(boardId, before)
  world.onCells(before)
  await world.storage.deleteCells(boardId, others)
  world.onCellsDeleted(boardId, others)
}

type Locks = EvaluationWorld['client']['world']['locks']

/**
 * Runs a task while no other tab runs this board, nor this one; undefined when one does. The lock is free
 * again as soon as the tab is gone, however it went. Where the browser has no locks the task runs.
 */
async function withRunLock<T>(
  locks: Locks,
  boardId: string,
  task: () => Promise<T>,
): Promise<{ value: T } | undefined> {
  if (locks === undefined) return { value: await task() }
  let isDecided = false
  try {
    return await locks.request(nameOf(boardId), { ifAvailable: true }, async (lock) => {
      isDecided = true
      return lock === null ? undefined : { value: await task() }
    })
  } catch (error) {
    // The browser refused the lock: this tab goes on alone. A fault of the task is not hidden.
    if (isDecided) throw error
    return { value: await task() }
  }
}

/** Runs a task once no tab runs a board. */
async function afterRun(locks: Locks, boardId: string, task: () => Promise<void>): Promise<void> {
  await locks?.request(nameOf(boardId), task)
}

function nameOf(boardId: string): string {
  return `board-run:${boardId}`
}

/**
 * Settles cells that were being sent when their tab went away: whether those without a response were charged is not known, and
 * nothing is sent again by itself. Called under the lock of the board. Returns all its cells as they are now.
 */
async function recoverCells(
  { storage }: Pick<EvaluationWorld, 'storage'>,
  boardId: string,
): Promise<readonly CellRecord[]> {
  const records = await storage.loadCells(boardId)
  const recovered = records.filter(({ status }) => status === 'running').map(interrupted)
  if (recovered.length === 0) return records
  await storage.saveCells(boardId, recovered)
  return [...records.filter(({ status }) => status !== 'running'), ...recovered]
}

function interrupted(record: CellRecord): CellRecord {
  // What its checks have not found yet they can find later.
  if (record.response !== undefined) return { ...record, status: 'done' }
  const message = 'The page was closed before the response was complete. It may have been charged.'
  return { ...record, status: 'error', error: { message, mayBeCharged: true } }
}
