/** The state of one counter in its current window. */
export interface WindowCount {
  count: number
  /** When the window ends, Unix milliseconds. */
  endsAt: number
}

/** Counters in fixed windows. In this process by default, in a store that several processes share otherwise. */
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

/** A part of something limited, until it is released or its process dies. */
export interface Lease {
  /** All that was taken under the name when this was, itself included. */
  total: number
  /** A second call changes nothing. */
  release(): void
}

/** What requests hold while they are answered: parts of a sum under a name. */
export interface Leases {
  /** Undefined when all parts together would be more than `most`. */
  acquire(name: string, amount: number, most: number): Promise<Lease | undefined>
}

/** Leases of this process alone. */
export function createLocalLeases(): Leases {
  const taken = new Map<string, number>()
  return {
    acquire: (name, amount, most) => {
      const total = (taken.get(name) ?? 0) + amount
      if (total > most) return Promise.resolve(undefined)
      taken.set(name, total)
      let isOpen = true
      const release = () => {
        if (!isOpen) return
        isOpen = false
        const left = (taken.get(name) ?? 0) - amount
        if (left > 0) taken.set(name, left)
        else taken.delete(name)
      }
      return Promise.resolve({ total, release })
    },
  }
}
