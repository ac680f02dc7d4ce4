import { createStore, type StoreApi } from 'zustand/vanilla'

/** A store whose listeners can't break the one who writes: what a listener throws is reported. */
export function createObservable<T>(initial: T, report: (error: unknown) => void): StoreApi<T> {
  const store = createStore<T>(() => initial)
  return {
    ...store,
    subscribe: (listener) =>
      store.subscribe((state, previous) => {
        try {
          listener(state, previous)
        } catch (error) {
          report(error)
        }
      }),
  }
}
