import { STREAM_SLOTS } from '../../client/admission/stream-slots.ts'
import { runCell } from './run-cell.ts'
import type { PlannedCell } from './run-plan.ts'
import { MAX_FAILURES_IN_A_ROW, type Run } from './run.ts'

const MAX_WAIT_MS = 15 * 60_000

/** Sends the cells of a run, at most {@link STREAM_SLOTS} at once; resolves when all that began have settled. */
export async function drive(run: Run): Promise<void> {
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
