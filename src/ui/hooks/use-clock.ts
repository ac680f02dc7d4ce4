import { useSyncExternalStore } from 'react'

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
