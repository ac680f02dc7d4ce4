/** Runs something once the page is idle, after `patience` ms at the latest. Returns how to cancel it. */
export function whenIdle(run: () => void, patience?: number): () => void {
  // Safari has no idle callbacks.
  if (!('requestIdleCallback' in globalThis)) {
    const timer = setTimeout(run, 1)
    return () => clearTimeout(timer)
  }
  const id = requestIdleCallback(run, patience === undefined ? {} : { timeout: patience })
  return () => cancelIdleCallback(id)
}
