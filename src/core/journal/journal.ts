import { hold, whenFree, type Locks } from './hold.ts'

/*
 * What costs, or can't be done twice, is written down before it is done (`intended`), done once (`sent`), and
 * written down again with its outcome (`settled`), all under one lock. An entry that is open although nobody has
 * its lock was cut: it may have been done, so it is never done again by itself.
 */

/** What is written down, and where. `Scope`: what is read together, such as a board. */
export interface JournalOf<Entry, Scope> {
  locks: Locks
  report: (error: unknown) => void
  /** The lock of whoever does it; several entries may share one. */
  lockOf: (entry: Entry) => string
  /** Its outcome isn't known yet. */
  isOpen: (entry: Entry) => boolean
  /** What an open entry is when nobody is at it any more. */
  interrupted: (entry: Entry) => Entry
  list: (scope: Scope) => Promise<readonly Entry[]>
  /** Stores entries that were interrupted; absent where it is found anew with each reading. */
  save?: (scope: Scope, entries: readonly Entry[]) => Promise<unknown>
}

/** What this page does once, and what it knows of what other tabs do. */
export interface Journal<Entry, Scope> {
  /**
   * All entries, the open ones that were cut as interrupted: stored so where they can be. Those that another tab
   * is at stay open; `onFree` is called once that is through, or gone. Does nothing of what is written. Rejects
   * where nothing can be read.
   */
  recover(scope: Scope, onFree: () => void): Promise<readonly Entry[]>
  /** Does work under a lock, as soon as no other tab has it: writing down, doing, and writing the outcome. */
  hold<T>(name: string, work: () => Promise<T>): Promise<T>
  /** As `hold`, where nobody has the lock now; undefined where another tab does. */
  holdIfFree<T>(name: string, work: () => Promise<T>): Promise<{ value: T } | undefined>
}

/** Makes the journal of one kind of thing in one page. */
export function createJournal<Entry, Scope = void>(
  of: JournalOf<Entry, Scope>,
): Journal<Entry, Scope> {
  const { locks, isOpen, lockOf } = of
  /** The locks that this page works under. */
  const own = new Set<string>()
  /** Those of other tabs that it waits for. */
  const awaited = new Set<string>()
  let recovering: Promise<unknown> = Promise.resolve()

  /** The entries of a lock that nobody has, none of them open any more; undefined while somebody has it. */
  const settled = async (scope: Scope, name: string, onFree: () => void) => {
    if (own.has(name)) return undefined
    const free = await hold(
      locks,
      name,
      async () => {
        // Only under its lock is it sure that nothing more is written.
        const entries = (await of.list(scope)).filter((entry) => lockOf(entry) === name)
        const cut = entries.filter(isOpen).map(of.interrupted)
        if (cut.length > 0) await of.save?.(scope, cut).catch(of.report)
        return [...entries.filter((entry) => !isOpen(entry)), ...cut]
      },
      { ifAvailable: true },
    )
    if (free === undefined && !awaited.has(name)) {
      awaited.add(name)
      whenFree(locks, name)
        .then(() => {
          awaited.delete(name)
          onFree()
        })
        .catch(of.report)
    }
    return free?.value
  }

  const recover = async (scope: Scope, onFree: () => void): Promise<readonly Entry[]> => {
    const all = await of.list(scope)
    const byLock = new Map<string, readonly Entry[]>()
    for (const name of new Set(all.filter(isOpen).map(lockOf)))
      byLock.set(
        name,
        (await settled(scope, name, onFree)) ?? all.filter((entry) => lockOf(entry) === name),
      )
    return [...all.filter((entry) => !byLock.has(lockOf(entry))), ...[...byLock.values()].flat()]
  }

  return {
    recover(scope, onFree) {
      const done = recovering.then(() => recover(scope, onFree))
      recovering = done.catch(() => undefined)
      return done
    },
    async hold(name, work) {
      // From now on: what it writes first must not pass for cut.
      own.add(name)
      try {
        const held = await hold(locks, name, work)
        if (held === undefined) throw new Error('A lock that was waited for was not granted.')
        return held.value
      } finally {
        own.delete(name)
      }
    },
    async holdIfFree(name, work) {
      // What this page holds for a moment must not look like another tab.
      await recovering
      const owned = async () => {
        own.add(name)
        return work().finally(() => own.delete(name))
      }
      return hold(locks, name, owned, { ifAvailable: true })
    },
  }
}
