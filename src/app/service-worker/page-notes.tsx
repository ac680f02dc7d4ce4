import { useEffect, useSyncExternalStore } from 'react'
import { useStore } from 'zustand'

import { localText } from '../../core/storage/db/browser-storage.ts'
import { Button } from '../../ui/controls/button.tsx'
import { followUpdates, updateStore } from './follow-updates.ts'

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

/** Jobs that an earlier visit left open are followed from here on. */
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
