/** Resolves once a signal is aborted; at once when it is already. */
export function aborted(signal: AbortSignal): Promise<undefined> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve(undefined)
    signal.addEventListener('abort', () => resolve(undefined), { once: true })
  })
}

/** Rejects once a signal is aborted: the other side of a race with what the signal stops. */
export function rejectOnAbort(signal: AbortSignal, error: () => Error): Promise<never> {
  const rejection = aborted(signal).then(() => Promise.reject(error()))
  // It may come before the race, or after it.
  rejection.catch(() => undefined)
  return rejection
}

/**
 * What `read` returns, as soon as it returns something: it is called now and whenever what it reads has changed.
 * Undefined when that takes longer than `ms`, or once `signal` is aborted.
 *
 * @example
 * await waitUntil(() => store.getState().session, store.subscribe, 10_000)
 */
export function waitUntil<Value>(
  read: () => Value | undefined,
  subscribe: (listener: () => void) => () => void,
  ms: number,
  signal?: AbortSignal,
): Promise<Value | undefined> {
  return new Promise((resolve) => {
    const settle = () => {
      clearTimeout(timer)
      unsubscribe()
      signal?.removeEventListener('abort', settle)
      resolve(signal?.aborted === true ? undefined : read())
    }
    const timer = setTimeout(settle, ms)
    const unsubscribe = subscribe(() => {
      if (read() !== undefined) settle()
    })
    signal?.addEventListener('abort', settle)
    if (signal?.aborted === true || read() !== undefined) settle()
  })
}
