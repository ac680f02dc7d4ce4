/** Web Locks over the tabs of one browser: exclusive ones, in the order of asking. */
export function fakeLockManager() {
  const held = new Map<string, symbol>()
  let queue: { name: string; grant: () => void; isGone: () => boolean }[] = []
  const next = (name: string) => {
    queue = queue.filter(({ isGone }) => !isGone())
    const at = queue.findIndex((waiting) => waiting.name === name)
    if (at >= 0) queue.splice(at, 1)[0]?.grant()
  }
  const release = (name: string, token: symbol) => {
    if (held.get(name) !== token) return
    held.delete(name)
    next(name)
  }
  const of = (closed: {
    is: boolean
    drops: Set<() => void>
  }): Pick<LockManager, 'request' | 'query'> => {
    const run = async (name: string, granted: (lock: Lock | null) => unknown) => {
      const token = Symbol(name)
      held.set(name, token)
      const drop = () => release(name, token)
      closed.drops.add(drop)
      try {
        return await granted({ name, mode: 'exclusive' })
      } finally {
        closed.drops.delete(drop)
        drop()
      }
    }
    const request = (name: string, ...rest: unknown[]): Promise<unknown> => {
      const granted = rest.at(-1) as (lock: Lock | null) => unknown
      const options: LockOptions = rest.length === 2 ? (rest[0] as LockOptions) : {}
      if (closed.is) return new Promise(() => undefined)
      if (!held.has(name)) return run(name, granted)
      if (options.ifAvailable === true) return Promise.resolve(granted(null))
      return new Promise((resolve, reject) => {
        const waiting = { name, grant: () => resolve(run(name, granted)), isGone: () => closed.is }
        queue.push(waiting)
        options.signal?.addEventListener('abort', () => {
          queue = queue.filter((one) => one !== waiting)
          reject(new DOMException('aborted', 'AbortError'))
        })
      })
    }
    return {
      request: request as LockManager['request'],
      query: async () => ({ held: [...held.keys()].map((name) => ({ name })), pending: [] }),
    }
  }
  return { of }
}
