/** What happens to one call: before its work or after it, an error, or the end of the page. */
export type CallFault = 'fails' | 'fails after' | 'page dies' | 'page dies after'

/** Wraps what a page calls, so that one of the calls goes wrong and a page can end between any two of them. */
export interface FaultyCalls {
  wrap: <Given extends unknown[], Result>(
    name: string,
    call: (...given: Given) => Promise<Result>,
  ) => (...given: Given) => Promise<Result>
  /** What cannot go wrong, but never returns to a page that has ended. */
  alive<Result>(work: Promise<Result>): Promise<Result>
  /** The names of the calls so far, in order. */
  names: string[]
  /** Ends the page: none of its calls returns any more, and its locks are free. */
  die(): void
  /** Resolves once the page has ended. */
  died: Promise<void>
}

/** The calls of one page. `onDeath` releases what the page has. */
export function faultyCalls(
  fault: { at: number; how: CallFault } | undefined,
  onDeath: () => void,
): FaultyCalls {
  const names: string[] = []
  let dead = false
  let onDied: () => void = () => undefined
  const died = new Promise<void>((resolve) => (onDied = resolve))
  const die = () => {
    dead = true
    onDeath()
    onDied()
  }
  const never = () => new Promise<never>(() => undefined)
  return {
    names,
    die,
    died,
    alive: async (work) => {
      const result = await work
      return dead ? never() : result
    },
    wrap:
      (name, call) =>
      async (...given) => {
        if (dead) return never()
        names.push(name)
        const how = names.length === fault?.at ? fault.how : undefined
        if (how === 'page dies') die()
        if (how === 'fails') throw new Error(`${name} failed`)
        if (dead) return never()
        const result = await call(...given)
        if (how === 'page dies after') die()
        if (how === 'fails after') throw new Error(`The response of ${name} was lost`)
        return dead ? never() : result
      },
  }
}

/** Web Locks of one browser: a page that ends gives back what it has and what it waits for. */
export function browserLocks() {
  const queues = new Map<string, Promise<unknown>>()
  return {
    openTab: () => {
      let release: () => void = () => undefined
      const released = new Promise<void>((resolve) => (release = resolve))
      const request = async (
        name: string,
        ...rest: [LockOptions, LockGrantedCallback<unknown>] | [LockGrantedCallback<unknown>]
      ): Promise<unknown> => {
        const [options, work] = rest.length === 1 ? [{}, rest[0]] : rest
        const held = queues.get(name)
        if (held !== undefined && options.ifAvailable === true) return work(null)
        const before = (held ?? Promise.resolve()).catch(() => undefined)
        const mine = before.then(() => work({ name, mode: 'exclusive' }))
        const until = Promise.race([mine, released])
        queues.set(name, until)
        const free = () => {
          if (queues.get(name) === until) queues.delete(name)
        }
        until.then(free, free)
        return mine
      }
      // The overloads of the platform's own declaration cannot be written as one function.
      return { locks: { request: request as LockManager['request'] }, release: () => release() }
    },
  }
}
