/** Where storage is refused, this tab remembers for itself. */
const remembered = new Map<string, unknown>()

/**
 * Reads, changes and writes a small record that all tabs of this browser share, while no other tab
 * does: `localStorage` under a Web Lock. `read` gives a record for whatever is stored.
 */
export async function changeShared<R, T>(
  key: string,
  read: (stored: unknown) => R,
  step: (record: R) => { record: R; answer: T },
): Promise<T> {
  const run = (): T => {
    const { record, answer } = step(readShared(key, read))
    remembered.set(key, record)
    try {
      localStorage.setItem(key, JSON.stringify(record))
    } catch {
      // Known in this tab alone.
    }
    return answer
  }
  return navigator.locks === undefined ? run() : navigator.locks.request(key, run)
}

/** The record as it stands; another tab may be about to change it. */
export function readShared<R>(key: string, read: (stored: unknown) => R): R {
  try {
    const text = localStorage.getItem(key)
    if (text !== null) return read(JSON.parse(text))
  } catch {
    // Refused or damaged: what this tab knows must do.
  }
  return read(remembered.get(key))
}
