import { type ComponentType, createElement, lazy } from 'react'
import { createStore } from 'zustand/vanilla'

/** The code of a part could not be fetched: no connection, or the files are of another version. */
export class NotFetched extends Error {
  constructor(cause: unknown) {
    super('A part of this page could not be fetched', { cause })
    this.name = 'NotFetched'
  }
}

/** Counts how often what could not be fetched was tried again. */
export const fetchAttempts = createStore(() => 0)

const failed = new Set<() => void>()

/** Has every part that could not be fetched tried again where it is shown. */
export function fetchAgain(): void {
  if (failed.size === 0) return
  for (const reset of failed) reset()
  failed.clear()
  fetchAttempts.setState((before) => before + 1, true)
}

/**
 * A component whose code is fetched when it is first shown: `fetched(() => import('./x.tsx').then((m)
 * => m.X))`. To be shown within a `FetchBoundary`, which stands in for it while it is on its way, and
 * says so when it cannot be fetched.
 */
export function fetched<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props> {
  const begin = (): ComponentType<Props> =>
    lazy(async () => {
      try {
        return { default: await load() }
      } catch (cause) {
        failed.add(() => {
          Current = begin()
        })
        throw new NotFetched(cause)
      }
    })
  let Current = begin()
  return function Fetched(props: Props) {
    return createElement(Current, props)
  }
}
