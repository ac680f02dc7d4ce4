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
