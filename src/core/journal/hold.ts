/** Locks over all tabs; undefined in browsers without them. */
export type Locks = Pick<LockManager, 'request'> | undefined

/**
 * Does work while this tab alone has a name; undefined where it asked with `ifAvailable` and another has it. A
 * reload, a crash or a closed tab frees the name, so work that ends before its outcome is stored is known as cut.
 * Where the browser has no locks, or refuses them, the work is done all the same. Rejects as the work does.
 */
export async function hold<T>(
  locks: Locks,
  name: string,
  work: () => T | Promise<T>,
  options: Pick<LockOptions, 'ifAvailable' | 'mode'> = {},
): Promise<{ value: T } | undefined> {
  let isDecided = locks === undefined
  const run = async (lock?: Lock | null) => {
    isDecided = true
    return lock === null ? undefined : { value: await work() }
  }
  try {
    if (locks !== undefined) return await locks.request(name, options, run)
  } catch (error) {
    if (isDecided) throw error
  }
  return run()
}

/** Resolves once nobody has a name any more, or when that can't be known. */
export async function whenFree(locks: Locks, name: string): Promise<void> {
  await hold(locks, name, () => undefined, { mode: 'shared' })
}
