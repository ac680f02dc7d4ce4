import {
  FAILURE_BLOCK_MS,
  FAILURE_BUDGET,
  FAILURE_WINDOW_MS,
} from '../../../contract/limits/abuse.ts'

/** Counts failures per caller and says who is blocked (contract, "Abuse protection"). */
export interface FailureBudget {
  /** Milliseconds until the caller may try again; 0 when it may now. */
  blockedFor(caller: string): number | Promise<number>
  recordFailure(caller: string): void | Promise<void>
}

/** The budget of one process, which need not wait for anybody. */
interface LocalFailureBudget extends FailureBudget {
  blockedFor(caller: string): number
  recordFailure(caller: string): void
}

const MAX_CALLERS = 10_000

/** The budget kept in this process. */
export function createFailureBudget(now: () => number = Date.now): LocalFailureBudget {
  const callers = new Map<string, { failures: number[]; blockedUntil: number }>()
  return {
    blockedFor: (caller) => Math.max(0, (callers.get(caller)?.blockedUntil ?? 0) - now()),
    recordFailure: (caller) => {
      const time = now()
      const known = callers.get(caller) ?? { failures: [], blockedUntil: 0 }
      known.failures = known.failures.filter((at) => at > time - FAILURE_WINDOW_MS)
      known.failures.push(time)
      if (known.failures.length > FAILURE_BUDGET) {
        known.failures = []
        known.blockedUntil = time + FAILURE_BLOCK_MS
      }
      // Kept in order of use, so that the one forgotten first is the one quiet for longest.
      callers.delete(caller)
      callers.set(caller, known)
      const oldest = callers.size > MAX_CALLERS ? callers.keys().next().value : undefined
      if (oldest !== undefined) callers.delete(oldest)
    },
  }
}
