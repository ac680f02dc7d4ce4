import type { ComponentType } from 'react'

import { lazyComponent } from '../../ui/feedback/lazy-component.ts'

/** A component whose code is loaded when first shown, or earlier by `preload`. */
export interface LazyPart<Props> {
  Part: ComponentType<Props>
  preload: () => void
}

/** Makes a component lazy: `lazyPart(() => import('./x.tsx').then((m) => m.X))`. */
export function lazyPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): LazyPart<Props> {
  return {
    Part: lazyComponent(load),
    // A failure is shown by the part itself.
    preload: () => void load().catch(() => undefined),
  }
}

/** Props for a control that will show a part: its code is fetched when pointed at or focused. */
export function preloadOnIntent(part: { preload: () => void }) {
  return { onPointerEnter: part.preload, onFocus: part.preload }
}
