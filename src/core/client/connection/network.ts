import { createStore } from 'zustand/vanilla'

import { connectionStore, isLoopback } from './connection.ts'

/** How often a service on this machine is looked for while there is no network, ms. */
const LOOK_AGAIN_MS = 5_000

/** Whether the current API is out of reach because this device has no network. */
export const networkStore = createStore<{ offline: boolean }>(() => ({ offline: false }))

/** What is said beside a control that sends nothing while offline. */
export const OFFLINE_WORDS =
  'You are offline. What you write is kept, and nothing is sent until you press Send.'

/** Follows the network for as long as the page lives. Nothing is sent when it comes back. */
export function followNetwork(): void {
  const look = async () => {
    const offline = !navigator.onLine && !(await isServiceOnThisMachine())
    networkStore.setState({ offline })
    if (offline) setTimeout(() => void look(), LOOK_AGAIN_MS)
  }
  addEventListener('offline', () => void look())
  addEventListener('online', () => networkStore.setState({ offline: false }))
  connectionStore.subscribe(() => void look())
}

/** Without a network a service on this machine still answers; it is asked, since it may not run. */
async function isServiceOnThisMachine(): Promise<boolean> {
  const { connection } = connectionStore.getState()
  if (connection === undefined) return false
  const { origin, hostname } = new URL(connection.baseUrl)
  if (!isLoopback(hostname)) return false
  const options: RequestInit = { method: 'HEAD', mode: 'no-cors', cache: 'no-store' }
  return fetch(origin, { ...options, credentials: 'omit' }).then(
    () => true,
    () => false,
  )
}
