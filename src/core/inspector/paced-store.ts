import type { StoreApi } from 'zustand/vanilla'

/** A store as a view reads it. */
export interface StoreView<State> {
  getState: () => State
  subscribe: (listener: () => void) => () => void
}

/** A view of a store that changes at most once per `interval` (ms); without listeners it is the store itself. */
export function pacedStore<State>(
  store: Pick<StoreApi<State>, 'getState' | 'subscribe'>,
  interval: number,
): StoreView<State> {
  const listeners = new Set<() => void>()
  let seen = store.getState()
  let timer: ReturnType<typeof setTimeout> | undefined
  let unsubscribe = () => {}

  const refresh = () => {
    timer = undefined
    seen = store.getState()
    for (const listener of listeners) listener()
  }
  return {
    getState: () => (listeners.size === 0 ? store.getState() : seen),
    subscribe(listener) {
      if (listeners.size === 0) {
        seen = store.getState()
        unsubscribe = store.subscribe(() => {
          timer ??= setTimeout(refresh, interval)
        })
      }
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
        if (listeners.size > 0) return
        unsubscribe()
        clearTimeout(timer)
        timer = undefined
      }
    },
  }
}
