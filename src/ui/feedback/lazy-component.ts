import { type ComponentType, createElement, lazy, useState } from 'react'
import { createStore } from 'zustand/vanilla'

/** The code of a part could not be fetched: no connection, or the files are of another version. */
export class ChunkLoadError extends Error {
  constructor(cause: unknown) {
    super("Couldn't load this section", { cause })
    this.name = 'ChunkLoadError'
  }
}

/** Counts how often what could not be fetched was tried again. */
export const chunkRetries = createStore(() => 0)

const failed = new Set<() => void>()

/** Has every part that could not be fetched tried again where it is shown. */
export function retryChunks(): void {
  if (failed.size === 0) return
  for (const reset of failed) reset()
  failed.clear()
  chunkRetries.setState((before) => before + 1, true)
}

/** A component whose code is loaded when first shown, or earlier by `preload`; then it is shown at once. */
export interface LazyPart<Props> {
  Part: ComponentType<Props>
  preload: () => Promise<void>
}

/**
 * Makes a component lazy. To be shown within a `ChunkBoundary`, which stands in for it while it is on
 * its way, and says so when it cannot be fetched.
 * @example
 * export const shareDialog = lazyPart(() => import('./share-dialog.tsx').then((m) => m.ShareDialog))
 * <Button {...preloadOnIntent(shareDialog)}>Share</Button>
 * <ChunkBoundary><shareDialog.Part onClose={close} /></ChunkBoundary>
 */
export function lazyPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): LazyPart<Props> {
  let loaded: ComponentType<Props> | undefined
  const fetchPart = async () => {
    const part = await load()
    await Promise.all([...missingSheets].map(fetchSheet))
    loaded = part
    return { default: part }
  }
  const begin = (): ComponentType<Props> =>
    lazy(async () => {
      try {
        return await fetchPart()
      } catch (cause) {
        failed.add(() => {
          Current = begin()
        })
        throw new ChunkLoadError(cause)
      }
    })
  let Current = begin()
  return {
    Part: function LazyComponent(props: Props) {
      // The same for as long as it is shown: as another component it would begin anew.
      const [Shown] = useState(() => loaded ?? Current)
      return createElement(Shown, props)
    },
    // A failure is shown by the part itself.
    preload: () => fetchPart().then(nothing, nothing),
  }
}

const nothing = () => undefined

/** A {@link lazyPart} that nothing loads ahead: `lazyComponent(() => import('./x.tsx').then((m) => m.X))`. */
export function lazyComponent<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props> {
  return lazyPart(load).Part
}

/** Props for a control that will show a part: its code is fetched when pointed at or focused. */
export function preloadOnIntent(part: Pick<LazyPart<never>, 'preload'>) {
  const preload = () => void part.preload()
  return { onPointerEnter: preload, onFocus: preload }
}

/**
 * Loads what will be needed soon, on the first sign of it. What cannot be loaded is asked for again
 * where it is used.
 * @example
 * <button onPointerEnter={() => prefetch(() => import('./dialog.tsx'))}>Open</button>
 */
export function prefetch(...loads: readonly (() => Promise<unknown>)[]): void {
  for (const load of loads) load().catch(() => undefined)
}

/**
 * Style sheets that could not be fetched: the build's own loader asks for each only once. Not those on their
 * way, which have no `sheet` either: it waits for them, for ever if they were replaced.
 */
const missingSheets = new Set<HTMLLinkElement>()

globalThis.addEventListener?.(
  'error',
  ({ target }) => {
    if (target instanceof HTMLLinkElement && target.rel === 'stylesheet') missingSheets.add(target)
  },
  { capture: true },
)

/** Those that are being fetched again: several parts may wait for one. */
const fetches = new WeakMap<HTMLLinkElement, Promise<void>>()

/** Fetches a sheet again. Rejects when it cannot be had now either. */
function fetchSheet(missing: HTMLLinkElement): Promise<void> {
  const underWay = fetches.get(missing)
  if (underWay !== undefined) return underWay
  const link = document.createElement('link')
  link.rel = 'stylesheet'
  link.href = missing.href
  const fetched = new Promise<void>((resolve, reject) => {
    link.onload = () => {
      missing.remove()
      missingSheets.delete(missing)
      resolve()
    }
    link.onerror = () => {
      link.remove()
      // The one before stands for it.
      missingSheets.delete(link)
      fetches.delete(missing)
      reject(new Error(`No style sheet at ${link.href}`))
    }
    document.head.append(link)
  })
  fetches.set(missing, fetched)
  return fetched
}
