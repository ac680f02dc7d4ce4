import { useEffect, useSyncExternalStore } from 'react'
import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'

import { localText } from '../../core/storage/db/browser-storage.ts'
import { Button } from '../../ui/controls/button.tsx'
import { registerServiceWorker } from '../../ui/worker-policy.ts'
import { showDialog } from '../shell-store.ts'
import { ownBuild } from './own-build.ts'

/** What concerns the whole page: no network, or a newer build on the server. */
export function PageNotes() {
  useEffect(followUpdates, [])
  useEffect(resumeJobs, [])
  const isOnline = useSyncExternalStore(followNetwork, () => navigator.onLine)
  const hasUpdate = useStore(updateStore, (state) => state.isAvailable)
  if (isOnline && !hasUpdate) return null
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-1 bg-surface-2 px-3 py-1 text-sm text-text-2">
      {!isOnline && (
        <output aria-label="Offline">
          <span className="font-semibold text-text-1">Offline.</span> History, drafts and servers on
          this computer still work.
        </output>
      )}
      {hasUpdate && (
        <span className="ml-auto flex items-center gap-2">
          A new version is available.
          <Button variant="primary" onClick={() => location.reload()}>
            Reload to update
          </Button>
        </span>
      )}
    </div>
  )
}

function resumeJobs(): void {
  if (localText.load('playground.open-jobs') !== undefined)
    void import('../../page/jobs.ts').catch(() => undefined)
}

function followNetwork(onChange: () => void): () => void {
  addEventListener('online', onChange)
  addEventListener('offline', onChange)
  return () => {
    removeEventListener('online', onChange)
    removeEventListener('offline', onChange)
  }
}

/** Whether the server has a newer build than the one on the screen. */
const updateStore = createStore(() => ({ isAvailable: false }))

/** What is stored comes after what the page itself loads: once nothing was for so long, ms. */
const QUIET_MS = 3_000

/** How often an open page asks for a newer build at most, ms. */
const QUERY_INTERVAL_MS = 60 * 60_000

/** Stores the app for when its server is away, and notices newer builds, which only a person loads. */
function followUpdates(): void {
  const build = ownBuild()
  const { serviceWorker } = navigator
  // Pages that came by plain http from another machine have none.
  if (!('serviceWorker' in navigator)) return
  serviceWorker.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    if (isBuildMessage(data) && data.build !== build) updateStore.setState({ isAvailable: true })
  })
  onceQuiet(keepUpdated)
}

function onceQuiet(run: () => void): void {
  const begin = () =>
    setTimeout(() => {
      loads.disconnect()
      run()
    }, QUIET_MS)
  const loads = new PerformanceObserver((list) => {
    if (!list.getEntries().some(({ name }) => name.includes('/assets/'))) return
    clearTimeout(timer)
    timer = begin()
  })
  let timer = begin()
  loads.observe({ type: 'resource' })
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

function isBuildMessage(data: unknown): data is { build: string } {
  return typeof data === 'object' && data !== null && 'build' in data
}

/** Says that responses come from this page alone, and leads to how to get more. */
export function PracticeStatus() {
  return (
    <div className="flex items-center gap-2 bg-accent/8 px-3 py-0.5 text-xs">
      <output aria-label="Practice mode" className="min-w-0 leading-tight">
        <span className="font-semibold">Practice mode</span>
        <span className="text-text-2"> · runs in this page, with practice USD</span>
      </output>
      <Button variant="ghost" className="ml-auto shrink-0" onClick={() => showDialog('connection')}>
        Get more
      </Button>
    </div>
  )
}
