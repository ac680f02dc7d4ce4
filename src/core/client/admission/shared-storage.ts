import type { World } from '../world.ts'

/** Small records that all tabs of this browser share. */
export interface SharedStorage {
  /**
   * Reads, changes and writes a record while no other tab does. `read` gives a record for whatever is
   * stored, `step` the record to store and what to return.
   */
  update<R, T>(
    key: string,
    read: (stored: unknown) => R,
    step: (record: R) => { record: R; result: T },
  ): Promise<T>
  /** The record as it is; another tab may be about to change it. */
  read<R>(key: string, read: (stored: unknown) => R): R
}

/** Shared records in `localStorage` under Web Locks; where storage is refused, of this tab alone. */
export function createSharedStorage({
  storage,
  locks,
}: Pick<World, 'storage' | 'locks'>): SharedStorage {
  const ofThisTab = new Map<string, unknown>()

  const load = <R>(key: string, read: (stored: unknown) => R): R => {
    try {
      const text = storage.getItem(key)
      if (text !== null) return read(JSON.parse(text))
    } catch {
      // Refused, or damaged: what this tab knows must do.
    }
    return read(ofThisTab.get(key))
  }

  return {
    read: load,
    async update(key, read, step) {
      const run = () => {
        const { record, result } = step(load(key, read))
        ofThisTab.set(key, record)
        try {
          storage.setItem(key, JSON.stringify(record))
        } catch {
          // Known in this tab alone.
        }
        return result
      }
      if (locks === undefined) return run()
      let granted = false
      const locked = () => {
        granted = true
        return run()
      }
      try {
        return await locks.request(key, locked)
      } catch (error) {
        // The browser refused the lock: this tab goes on alone. A fault of the step is not hidden.
        if (granted) throw error
        return run()
      }
    },
  }
}
