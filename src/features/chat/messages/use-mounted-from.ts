import { startTransition, useEffect, useState } from 'react'

import { loadMarkdown, loadMessageItem } from '../lazy.ts'

/** All that a message is shown with; until it is there, groups would pile up and be built at once. */
const parts = () => Promise.allSettled([loadMessageItem(), loadMarkdown()])

/**
 * The index of the first group that is built. A long conversation opens at its end; the groups before
 * it are built one by one while the page is idle, so that no task is long and all text is soon there.
 */
export function useMountedFrom(groups: number): number {
  const [from, setFrom] = useState(() => Math.max(0, groups - 1))
  useEffect(() => {
    if (from === 0) return undefined
    let stop: (() => void) | undefined = () => undefined
    void parts().then(() => {
      if (stop) stop = whenIdle(() => startTransition(() => setFrom(from - 1)))
    })
    return () => {
      stop?.()
      stop = undefined
    }
  }, [from])
  return from
}

/** Longest the next group waits for an idle page, in ms. */
const PATIENCE = 200

function whenIdle(run: () => void): () => void {
  // Safari has no idle callbacks.
  if (!('requestIdleCallback' in globalThis)) {
    const timer = setTimeout(run, 1)
    return () => clearTimeout(timer)
  }
  const id = requestIdleCallback(run, { timeout: PATIENCE })
  return () => cancelIdleCallback(id)
}
