/** What a run has spent and may still spend, micro-USD. */
export interface SpendReserve {
  /** Spent, as far as it is known, and all that may have been where it is not. */
  spent(): number
  /**
   * Sets aside the most that a request may cost. Undefined when the limit could break, or when there is a
   * limit and nobody knows what the request may cost.
   */
  reserve(maxCost: number | undefined): Reservation | undefined
  /** As `reserve`, once other requests have settled if it does not fit before. */
  reserveWhenSettled(maxCost: number | undefined): Promise<Reservation | undefined>
  /** Whether somebody waits for room: new requests should let them go first. */
  isAwaited(): boolean
}

export interface Reservation {
  /** Called once, with what it cost. Undefined: nobody knows, so all that it may have cost counts. */
  settle(cost: number | undefined): void
}

/**
 * Keeps the limit of one run: whatever all its requests cost in the end, their sum is within it. `spent` is
 * what the run spent before; without a limit everything fits.
 */
export function createSpendReserve(limit: number | undefined, spentBefore: number): SpendReserve {
  let spent = spentBefore
  let reserved = 0
  let open = 0
  let waiting: (() => void)[] = []

  const reserve = (maxCost: number | undefined): Reservation | undefined => {
    if (limit !== undefined && (maxCost === undefined || spent + reserved + maxCost > limit))
      return undefined
    const amount = maxCost ?? 0
    reserved += amount
    open += 1
    return {
      settle(cost) {
        reserved -= amount
        open -= 1
        spent += cost ?? amount
        const woken = waiting
        waiting = []
        for (const wake of woken) wake()
      },
    }
  }

  return {
    spent: () => spent,
    reserve,
    async reserveWhenSettled(maxCost) {
      for (;;) {
        const made = reserve(maxCost)
        if (made !== undefined || open === 0 || maxCost === undefined) return made
        // Each settled request may leave room for this one.
        // oxlint-disable-next-line no-await-in-loop
        await new Promise<void>((wake) => waiting.push(wake))
      }
    },
    isAwaited: () => waiting.length > 0,
  }
}
