import { type ComponentType, lazy } from 'react'

/** A component whose code is loaded when first shown, or earlier by `preload`. */
export interface LazyPart<Props> {
  Part: ComponentType<Props>
  preload: () => void
}

/** Makes a component lazy: `lazyPart(() => import('./x.tsx').then((m) => m.X))`. */
export function lazyPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): LazyPart<Props> {
  let loading: Promise<{ default: ComponentType<Props> }> | undefined
  const loadOnce = () => (loading ??= load().then((Part) => ({ default: Part })))
  return {
    Part: lazy(loadOnce),
    preload: () => {
      // A failure is shown by the part itself, and by pressing again it is tried again.
      loadOnce().catch(() => (loading = undefined))
    },
  }
}

/** Props for a control that will show a part: its code is fetched when pointed at or focused. */
export function preloadOnIntent(part: { preload: () => void }) {
  return { onPointerEnter: part.preload, onFocus: part.preload }
}
