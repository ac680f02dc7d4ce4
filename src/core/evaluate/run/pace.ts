import { FAILURE_WINDOW_MS } from '../../../../contract/limits/abuse.ts'

/** So many failures in the window that the service counts are this run's share; it blocks a key after 20. */
const MAX_RECENT_FAILURES = 8

/** So many failures with no success between them end a run: more of the same would fail too. */
const MAX_FAILURES_IN_A_ROW = 8

/** For how long a run waits where a refusal does not say for how long, ms. */
const DEFAULT_WAIT_MS = FAILURE_WINDOW_MS

/** A margin for clocks and the way to the service, ms. */
const MARGIN_MS = 1_000

/** When the next request of a run may go. */
export interface Pace {
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
export function createPace(now: () => number): Pace {
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
