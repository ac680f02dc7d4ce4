import { createFailureBudget, type FailureBudget } from './failure-budget.ts'
import { RATE_WINDOW_MS } from './rate-limiter.ts'
import {
  createLocalLeases,
  createWindowCounters,
  type Leases,
  type WindowCounters,
} from './window-counters.ts'

/** What is counted and held for a short time, by one process or by several together. */
export interface Counters {
  /** One-minute windows. */
  windows: WindowCounters
  failures: FailureBudget
  leases: Leases
  /** Whether they can be reached. Never throws. */
  isReachable(): Promise<boolean>
  close(): Promise<void>
}

/** Counters of this process alone. */
export function createLocalCounters(): Counters {
  return {
    windows: createWindowCounters(RATE_WINDOW_MS),
    failures: createFailureBudget(),
    leases: createLocalLeases(),
    isReachable: () => Promise.resolve(true),
    close: () => Promise.resolve(),
  }
}
