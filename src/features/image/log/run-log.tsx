import Archive from 'lucide-react/icons/archive'
import { useState, useEffect } from 'react'
import { useStore } from 'zustand'

import { formatBytes } from '../../../core/format/bytes.ts'
import { lineage } from '../../../core/image/run/lineage.ts'
import { shownRun } from '../../../core/image/run/runs.ts'
import { readStorageState, type StorageState } from '../../../core/storage/db/storage-estimate.ts'
import type { ImageRun } from '../../../core/storage/images/image-run.ts'
import { imageEditor } from '../../../page/image.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { Meter } from '../../../ui/feedback/meter.tsx'
import { Spinner } from '../../../ui/feedback/spinner.tsx'
import { showToast } from '../../../ui/feedback/toast-store.ts'
import { saveFile } from '../../../ui/save-file.ts'
import { RunCard } from './run-card.tsx'

/** Every run of this browser, the pinned ones first, each with what it was made from. */
export function RunLog() {
  const runs = useStore(imageEditor.runs, (state) => state.runs)
  const unsaved = useStore(imageEditor.runs, (state) => state.unsaved)
  const shownId = useStore(imageEditor.runs, (state) => shownRun(state)?.id)
  const entries = lineage(runs)
  return (
    <section aria-label="Runs" className="flex min-w-0 flex-col gap-2">
      <div className="flex items-center gap-2">
        <h2 className="grow text-sm font-semibold">Runs</h2>
        {runs.length > 0 && <ExportAll />}
      </div>
      {unsaved !== undefined && (
        <p role="alert" className="text-xs text-warn">
          New runs aren't saved: {unsaved}. Export or delete older runs.
        </p>
      )}
      {runs.length > 0 && <RunsMeter runs={runs} />}
      {runs.length === 0 && <p className="text-xs text-text-3">Edits are saved in this browser.</p>}
      <ol className="flex flex-col gap-1">
        {entries.map(({ run, depth, parent }) => (
          <RunCard
            key={run.id}
            run={run}
            depth={depth}
            parent={parent}
            isShown={run.id === shownId}
          />
        ))}
      </ol>
    </section>
  )
}

function ExportAll() {
  const [working, setWorking] = useState(false)
  const exportAll = async () => {
    setWorking(true)
    try {
      const { zipRuns } = await import('../../../core/image/run/export-runs.ts')
      const day = new Date().toISOString().slice(0, 10)
      saveFile(`playground-images-${day}.zip`, await zipRuns(imageEditor.runs.getState().runs))
    } catch {
      showToast("Couldn't export the runs.")
    } finally {
      setWorking(false)
    }
  }
  return (
    <Button variant="ghost" disabled={working} onClick={() => void exportAll()}>
      {working ? <Spinner /> : <Archive size={14} aria-hidden />}
      Export all
    </Button>
  )
}

/** How much this browser keeps for the page, measured anew whenever the runs have changed. */
function RunsMeter({ runs }: { runs: readonly ImageRun[] }) {
  const [{ usedBytes, quotaBytes }, setState] = useState<StorageState>({})
  useEffect(() => {
    let isShown = true
    const read = async () => {
      const next = await readStorageState()
      if (isShown) setState(next)
    }
    void read()
    return () => {
      isShown = false
    }
  }, [runs])
  if (usedBytes === undefined || quotaBytes === undefined) return null
  return (
    <p className="flex flex-wrap items-center gap-x-2 text-xs text-text-3 tabular-nums">
      <Meter label="Storage used" value={usedBytes} max={quotaBytes} />
      {formatBytes(usedBytes)} of {formatBytes(quotaBytes)}
    </p>
  )
}
