/** The state of one counter in its current window. */
export interface WindowCount {
  count: number
  /** When the window ends, Unix milliseconds. */
  endsAt: number
}

/**
 * Counters in fixed windows. In this process by default, in a store that several processes share
 * otherwise.
 */
export interface WindowCounters {
  /** Adds to a counter and returns it with the amount included. */
  add(name: string, amount: number): Promise<WindowCount>
}

/** Counters kept in this process, in windows aligned to the clock. */
export function createWindowCounters(
  windowMs: number,
  now: () => number = Date.now,
): WindowCounters {
  let counts = new Map<string, number>()
  let endsAt = 0
  return {
    add: (name, amount) => {
      const time = now()
      if (time >= endsAt) {
        counts = new Map()
        endsAt = (Math.floor(time / windowMs) + 1) * windowMs
      }
      const count = (counts.get(name) ?? 0) + amount
      counts.set(name, count)
      return Promise.resolve({ count, endsAt })
    },
  }
}
