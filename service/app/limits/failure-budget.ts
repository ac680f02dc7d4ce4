import {
  FAILURE_BLOCK_MS,
  FAILURE_BUDGET,
  FAILURE_WINDOW_MS,
} from '../../../contract/limits/sizes.ts'

/** Counts failures per caller and says who is blocked (contract, "Abuse protection"). */
export interface FailureBudget {
  /** Milliseconds until the caller may try again; 0 when it may now. */
  blockedFor(caller: string): number | Promise<number>
  /** One failure more than `most` in the window blocks the caller. */
  recordFailure(caller: string, most?: number): void | Promise<void>
  /** The failures that count against a caller who is not blocked. */
  countOf(caller: string): number | Promise<number>
}

/** The budget of one process, which need not wait for anybody. */
interface LocalFailureBudget extends FailureBudget {
  blockedFor(caller: string): number
  recordFailure(caller: string, most?: number): void
  countOf(caller: string): number
}

const MAX_CALLERS = 10_000

/** The budget kept in this process. */
export function createFailureBudget(now: () => number = Date.now): LocalFailureBudget {
  const callers = new Map<string, { failures: number[]; blockedUntil: number }>()
  const countedOf = (caller: string) =>
    (callers.get(caller)?.failures ?? []).filter((at) => at > now() - FAILURE_WINDOW_MS)
  return {
    blockedFor: (caller) => Math.max(0, (callers.get(caller)?.blockedUntil ?? 0) - now()),
    countOf: (caller) => countedOf(caller).length,
    recordFailure: (caller, most = FAILURE_BUDGET) => {
      const failures = [...countedOf(caller), now()]
      const isBlocked = failures.length > most
      // Kept in order of use, so that the one forgotten first is the one quiet for longest.
      const blockedUntil = callers.get(caller)?.blockedUntil ?? 0
      callers.delete(caller)
      callers.set(
        caller,
        isBlocked
          ? { failures: [], blockedUntil: now() + FAILURE_BLOCK_MS }
          : { failures, blockedUntil },
      )
      const oldest = callers.size > MAX_CALLERS ? callers.keys().next().value : undefined
      if (oldest !== undefined) callers.delete(oldest)
    },
  }
}
