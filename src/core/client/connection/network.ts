import type { StoreApi } from 'zustand/vanilla'

import { createObservable } from '../observable.ts'
import type { World } from '../world.ts'
import type { Connections } from './connections.ts'

/** How often a service on this machine is queried while there is no network, ms. */
const QUERY_INTERVAL_MS = 5_000

/** What is said beside a control that sends nothing while offline. */
export const OFFLINE_WORDS =
  "You're offline. What you write is kept, and nothing is sent until you press Send."

export interface Network {
  /** Whether the current API is out of reach because this device has no network. */
  store: StoreApi<{ offline: boolean }>
  /** Keeps the store true until the returned function is called; nothing is sent when the network comes back. */
  follow(): () => void
}

export function createNetwork(
  { fetch, isOnline, events, report }: Pick<World, 'fetch' | 'isOnline' | 'events' | 'report'>,
  connections: Connections,
): Network {
  const store = createObservable({ offline: false }, report)

  /** Without a network a service on this machine still answers: one in the page always, any other is queried. */
  const isServiceOnThisMachine = async (): Promise<boolean> => {
    const { connection } = connections.store.getState()
    if (connection === undefined) return false
    if (connection.kind === 'practice') return true
    const { origin, hostname } = new URL(connection.baseUrl)
    if (!isLoopback(hostname)) return false
    const options: RequestInit = { method: 'HEAD', mode: 'no-cors', cache: 'no-store' }
    return fetch(origin, { ...options, credentials: 'omit' }).then(
      () => true,
      () => false,
    )
  }

  const follow = () => {
    let timer: ReturnType<typeof setTimeout> | undefined
    // Only the latest check counts: an earlier one may still wait for its response.
    let latest = 0
    const check = async () => {
      clearTimeout(timer)
      latest += 1
      const current = latest
      const offline = !isOnline() && !(await isServiceOnThisMachine())
      if (current !== latest) return
      store.setState({ offline })
      if (offline) timer = setTimeout(() => void check(), QUERY_INTERVAL_MS)
    }
    const onChange = () => void check()
    events.addEventListener('offline', onChange)
    events.addEventListener('online', onChange)
    const unsubscribe = connections.store.subscribe(onChange)
    onChange()
    return () => {
      clearTimeout(timer)
      latest += 1
      events.removeEventListener('offline', onChange)
      events.removeEventListener('online', onChange)
      unsubscribe()
    }
  }

  return { store, follow }
}

/** Whether a host is this machine. */
export function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d+){3}$/.test(hostname)
}
