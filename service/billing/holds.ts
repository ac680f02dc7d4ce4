/**
 * Credit set aside for requests that are being answered, so that many at once cannot spend the same
 * dollar. Kept in memory: a request that did not end was not charged, and holds nothing afterwards.
 */
export interface Holds {
  /** Sets aside an amount if the owner's balance still covers it. */
  take(owner: string, balance: number, amount: number): Hold | undefined
}

/** An amount set aside until it is released. */
interface Hold {
  release(): void
}

/** No holds yet. Amounts in micro-USD. */
export function createHolds(): Holds {
  const held = new Map<string, number>()
  return {
    take: (owner, balance, amount) => {
      const before = held.get(owner) ?? 0
      if (balance - before < amount) return undefined
      held.set(owner, before + amount)
      let open = true
      return {
        release: () => {
          if (!open) return
          open = false
          const left = (held.get(owner) ?? 0) - amount
          if (left > 0) held.set(owner, left)
          else held.delete(owner)
        },
      }
    },
  }
}
