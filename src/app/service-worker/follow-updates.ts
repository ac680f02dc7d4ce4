import { createStore } from 'zustand/vanilla'

import { registerServiceWorker } from '../../ui/worker-policy.ts'
import { buildLock, buildName } from './build-lock.ts'

/** Whether the server has a newer build than the one on the screen. */
export const updateStore = createStore(() => ({ isAvailable: false }))

/** What is stored comes after what the page itself loads, ms. */
const START_AFTER_MS = 3_000

/** How often an open page asks for a newer build at most, ms. */
const QUERY_INTERVAL_MS = 60 * 60_000

/**
 * Stores the app for when its server can't be reached, and notices newer builds. The page keeps the build
 * it has; only a person loads the newer one.
 */
export function followUpdates(): void {
  const build = ownBuild()
  const { serviceWorker } = navigator
  // Pages that came by plain http from another machine have none.
  if (!('serviceWorker' in navigator)) return
  // As long as this page is open its build is kept.
  void navigator.locks.request(buildLock(build), { mode: 'shared' }, () => new Promise(() => {}))
  serviceWorker.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    if (isBuildMessage(data) && data.build !== build) updateStore.setState({ isAvailable: true })
  })
  setTimeout(keepUpdated, START_AFTER_MS)
}

function keepUpdated(): void {
  let queriedAt = Date.now()
  // Without room for it, or where it is forbidden, the page works as it does without.
  void registerServiceWorker(`${import.meta.env.BASE_URL}service-worker.js`).then(
    (registration) => {
      document.addEventListener('visibilitychange', () => {
        if (document.hidden || Date.now() - queriedAt < QUERY_INTERVAL_MS) return
        queriedAt = Date.now()
        void registration?.update().catch(() => undefined)
      })
    },
    () => undefined,
  )
}

/** The name of the build on the screen. */
function ownBuild(): string {
  const scripts = document.querySelectorAll<HTMLScriptElement>('script[type=module][src]')
  const paths = [...scripts].map(({ src }) => new URL(src).pathname)
  // Extensions add scripts too.
  return buildName(paths.filter((path) => path.startsWith(`${import.meta.env.BASE_URL}assets/`)))
}

function isBuildMessage(data: unknown): data is { build: string } {
  return typeof data === 'object' && data !== null && 'build' in data
}
