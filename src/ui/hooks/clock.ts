import { useEffect, useState, useSyncExternalStore } from 'react'

let now = Date.now()

/** The time in Unix ms, moving on once a second for as long as a component reads it. */
export function useClock(): number {
  return useSyncExternalStore(subscribe, () => now)
}

function subscribe(listener: () => void): () => void {
  now = Date.now()
  const timer = setInterval(() => {
    now = Date.now()
    listener()
  }, 1000)
  return () => clearInterval(timer)
}

/** ms left until a time (Unix ms), counted down by the second; 0 once it has passed or without one. */
export function useWait(until: number | undefined): number {
  const [now, setNow] = useState(() => Date.now())
  const left = until === undefined ? 0 : Math.max(0, until - now)
  const waiting = left > 0
  useEffect(() => {
    if (!waiting) return undefined
    const timer = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [waiting])
  return left
}
