import { countedCharge } from '../../../../contract/money.ts'

/** What a run has spent and may still spend, micro-USD. */
export interface SpendReserve {
  /** Spent, as far as it is known, and all that may have been where it is not. */
  spent(): number
  /** Requests of which nobody knows what they cost. */
  unknownCosts(): number
  /**
   * Sets aside the most that a cell may cost, its request and its judges. Undefined when the limit could break,
   * or when there is a limit and nobody knows what the cell may cost.
   */
  reserve(maxCost: number | undefined): Reservation | undefined
  /** Whether a cell waits for more room: new cells should let it go first. */
  isAwaited(): boolean
}

/** What is set aside for one cell. */
export interface Reservation {
  /**
   * Makes room for a request of the cell, of what is set aside or, once other cells have settled, of what they
   * leave. False when the limit could break.
   */
  hold(maxCost: number | undefined): Promise<boolean>
  /** Counts what a request cost, in place of its maximum, which counts where nobody knows or it is no charge. */
  spend(cost: number | undefined, maxCost: number | undefined): void
  /** Gives back what is left. */
  close(): void
}

/**
 * Keeps the limit of one run: whatever all its requests cost in the end, their sum is within it. `spent` is
 * what the run spent before; without a limit everything fits.
 */
export function createSpendReserve(limit: number | undefined, spentBefore: number): SpendReserve {
  let spent = spentBefore
  let unknown = 0
  let reserved = 0
  let open = 0
  let waiting: (() => void)[] = []

  const fits = (more: number | undefined) =>
    limit === undefined || (more !== undefined && spent + reserved + more <= limit)
  const wakeAll = () => {
    const woken = waiting
    waiting = []
    for (const wake of woken) wake()
  }

  return {
    spent: () => spent,
    unknownCosts: () => unknown,
    isAwaited: () => waiting.length > 0,
    reserve(named) {
      const maxCost = countedCharge(named, undefined)
      if (!fits(maxCost)) return undefined
      let own = 0
      const setOwn = (amount: number) => {
        reserved += amount - own
        own = amount
      }
      setOwn(maxCost ?? 0)
      open += 1
      return {
        async hold(asked) {
          const amount = countedCharge(asked, undefined)
          const missing = () => amount && Math.max(0, amount - own)
          while (!fits(missing())) {
            // When all others wait as well, nobody leaves any room.
            if (amount === undefined || open <= waiting.length + 1) return false
            // oxlint-disable-next-line no-await-in-loop
            await new Promise<void>((wake) => waiting.push(wake))
          }
          setOwn(Math.max(own, amount ?? 0))
          return true
        },
        spend(cost, asked) {
          const most = countedCharge(asked, 0)
          setOwn(Math.max(0, own - most))
          spent += countedCharge(cost, most)
          if (cost === undefined && asked === undefined) unknown += 1
          wakeAll()
        },
        close() {
          setOwn(0)
          open -= 1
          wakeAll()
        },
      }
    },
  }
}
