import { STREAM_SLOTS } from '../../client/admission/stream-slots.ts'
import { createObservable } from '../../client/observable.ts'
import { createJournal } from '../../journal/journal.ts'
import { type Board, cellKey, type CellRecord } from '../board.ts'
import { recheckCells } from '../recheck.ts'
import { runCell, waitingRecord } from './run-cell.ts'
import {
  type PlannedCell,
  planRun,
  priceRun,
  type RunPlan,
  type RunPrice,
  type RunScope,
} from './run-plan.ts'
import { createRun, type EvaluationState, IDLE, MAX_FAILURES_IN_A_ROW, type Run } from './run.ts'
import type { EvaluationWorld } from './send-chat.ts'

/** The runs of this tab, one at a time. */
export type Evaluation = ReturnType<typeof createEvaluation>

/** Makes the runs of a tab. */
export function createEvaluation(world: EvaluationWorld) {
  const { client, storage } = world
  const { locks, report } = client.world
  const state = createObservable<EvaluationState>(IDLE, report)
  const checking = createObservable({ left: 0 }, report)
  let current: { run: Run; ended: Promise<void>; isOver: boolean } | undefined
  let recheck = new AbortController()
  let rechecked: Promise<unknown> = Promise.resolve()
  const journal = createJournal<CellRecord, string>({
    locks,
    report,
    lockOf: ({ boardId }) => runLock(boardId),
    isOpen: ({ status }) => status === 'running',
    interrupted,
    list: storage.loadCells,
    save: storage.saveCells,
  })

  const load = (boardId: string): Promise<readonly CellRecord[]> =>
    journal.recover(boardId, () => {
      load(boardId)
        .then((cells) => world.onCells(cells))
        .catch(report)
    })

  const runUnderLock = async (run: Run): Promise<void> => {
    const { plan } = run
    recheck.abort()
    await rechecked
    const granted = await journal.holdIfFree(runLock(plan.boardId), async () => {
      run.queue = await unchangedSince(world, plan)
      state.setState({ total: run.queue.length })
      if (await run.save(waitingRecords(run))) await drive(run)
      if (run.reason?.kind === 'stopped') await restore(run)
    })
    if (granted === undefined)
      run.end({ kind: 'elsewhere', message: 'Another tab is running this board.' })
  }

  return {
    state,
    /**
     * The stored cells of a board. Those that were being sent when their tab went away are settled as errors,
     * now, or as soon as a tab that still runs the board is gone. Sends nothing.
     */
    load,
    /** What a run would send and what it can cost. Sends nothing. */
    async plan(board: Board, scope: RunScope): Promise<RunPlan> {
      await load(board.id)
      return planRun(world, board, scope)
    },
    /** What a run of the rest can cost, of a board of any size. Undefined once the signal is aborted. */
    price: (board: Board, signal: AbortSignal): Promise<RunPrice | undefined> =>
      priceRun(world, board, signal),
    /** Responses that checks are being applied to, as long as it takes a while. */
    checking,
    /**
     * Applies the checks that cost nothing to the responses that are there, where nothing of them is stored yet.
     * Sends nothing. A run ends it; it does nothing while another tab runs the board.
     */
    async recheck(board: Board): Promise<void> {
      recheck.abort()
      const { signal } = (recheck = new AbortController())
      const onLeft = (left: number) => checking.setState({ left })
      const check = () => recheckCells(world, board, onLeft, signal)
      rechecked = rechecked
        .then(() => (signal.aborted ? undefined : journal.holdIfFree(runLock(board.id), check)))
        .catch(report)
      await rechecked
      onLeft(0)
    },
    /** Sends what was planned, unless its cells changed since. Does nothing while another run is under way. */
    async start(plan: RunPlan): Promise<void> {
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
    /** Sends nothing more; what is under way settles. A plan of the rest goes on. */
    pause(): void {
      if (state.getState().status !== 'running' || current === undefined) return
      state.setState({ status: 'paused' })
      current.run.halt.abort()
    },
    /** Ends the run and what is under way; cells that were not sent are again as they were before it. */
    stop(): void {
      const { status } = state.getState()
      if (current === undefined || (status !== 'running' && status !== 'paused')) return
      const { run } = current
      run.end({ kind: 'stopped', message: 'You stopped this run.' })
      run.kill.abort()
      if (status === 'running' || run.open > 0) return
      // It was paused: nothing is under way any more.
      const restored = journal.holdIfFree(runLock(run.plan.boardId), () => restore(run))
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

/** Gives cells that were not sent back what they were before the run; those that were nothing wait for another run. */
async function restore(run: Run): Promise<void> {
  const unsent = run.queue.filter(({ onlyChecks }) => !onlyChecks)
  await run.save(
    unsent.map((planned): CellRecord => {
      const { earlier } = planned
      if (earlier !== undefined && earlier.status !== 'waiting') return earlier
      if (earlier?.response !== undefined) return { ...earlier, status: 'done' }
      return { ...waitingRecord(run, planned), runId: '', startedAt: 0 }
    }),
  )
}

/** The lock of a board: only one tab runs it, or changes its cells. */
function runLock(boardId: string): string {
  return `board-run:${boardId}`
}

/**
 * A cell that was being sent when its tab went away: whether one without a response was charged is not known, and it is
 * not sent again by itself.
 */
function interrupted(record: CellRecord): CellRecord {
  // What its checks have not found yet they can find later.
  if (record.response !== undefined) return { ...record, status: 'done' }
  const message = 'The page was closed before the response was complete. It may have been charged.'
  return { ...record, status: 'error', error: { message, mayBeCharged: true } }
}

const MAX_WAIT_MS = 15 * 60_000

/** Sends the cells of a run, at most {@link STREAM_SLOTS} at once; resolves when all that began have settled. */
async function drive(run: Run): Promise<void> {
  const { clock, report } = run.world.client.world
  const underWay = new Set<Promise<void>>()
  while (!run.halt.signal.aborted) {
    const [next] = run.queue
    if (next === undefined && underWay.size === 0) break
    const from = next === undefined ? Infinity : freeFrom(run, next)
    const isFree = next !== undefined && from <= clock.now()
    const reservation = isFree ? run.reserve.reserve(next.maxCost) : undefined
    if (isFree && reservation !== undefined) {
      run.queue.shift()
      run.open += 1
      const cell = runCell(run, next, reservation)
        .catch(report)
        .then(() => {
          reservation.close()
          run.open -= 1
          underWay.delete(cell)
          show(run)
        })
      underWay.add(cell)
      show(run)
    } else if (underWay.size > 0 || !isFree) {
      await untilFree(run, isFree ? Infinity : from, underWay)
    } else endWithoutRoom(run, next)
  }
  await Promise.all(underWay)
}

function show({ state, open, reserve }: Run): void {
  state.setState({ open, spent: reserve.spent(), unknownCosts: reserve.unknownCosts() })
}

/** When a cell may go, Unix ms; Infinity: not before another one has settled. */
function freeFrom(run: Run, next: PlannedCell): number {
  const { world, open, sending, fullAt, heldUntil, failures } = run
  const isFull = open >= STREAM_SLOTS || sending >= fullAt
  if (isFull || (open > 0 && open + failures >= MAX_FAILURES_IN_A_ROW)) return Infinity
  if (next.onlyChecks) return 0
  const { client } = world
  const { requests, tokens } = client.accounts.of(next.connection).rateLimit
  const resets = [
    // Those under way may not be counted yet.
    ...((requests?.remaining ?? Infinity) <= open ? [requests?.resetAtMs ?? 0] : []),
    ...(tokens?.remaining === 0 ? [tokens.resetAtMs ?? 0] : []),
  ].filter((at) => at > client.world.clock.now())
  if (resets.length > 0 && open > 0) return Infinity
  return Math.max(heldUntil, ...resets)
}

/** Waits until a moment, or until a cell has settled, or the run is to end. */
async function untilFree(run: Run, from: number, underWay: ReadonlySet<Promise<void>>) {
  const { world, halt, state } = run
  const ms = from - world.client.world.clock.now()
  if (ms === Infinity) return Promise.race(underWay)
  if (ms > MAX_WAIT_MS && underWay.size === 0) {
    const at = new Date(from).toISOString()
    return run.end({ kind: 'rate-limit', message: `The rate limit resets at ${at}.` })
  }
  if (underWay.size === 0) state.setState({ waitUntil: from })
  const waited = new AbortController()
  const signal = AbortSignal.any([halt.signal, waited.signal])
  await Promise.race([...underWay, world.wait(Math.min(ms, MAX_WAIT_MS), signal)])
  waited.abort()
  state.setState({ waitUntil: undefined })
}

function endWithoutRoom(run: Run, { maxCost }: PlannedCell): void {
  if (maxCost === undefined)
    run.end({
      kind: 'unknown-cost',
      message: "The cost can't be estimated, so the spend limit can't be applied.",
    })
  else
    run.end({
      kind: 'spend-limit',
      message: 'The next request could exceed the spend limit of this run.',
    })
}
