import { useQuery } from '@tanstack/react-query'
import Archive from 'lucide-react/icons/archive'
import { useEffect, useRef, useState } from 'react'
import { useStore } from 'zustand'

import { EDIT_MODEL_TYPE } from '../../../contract/models/model.ts'
import { listModelsOptions } from '../../core/client/queries/models.ts'
import { apiDescriptionOptions } from '../../core/client/queries/openapi.ts'
import { formatBytes } from '../../core/format/units.ts'
import { lacksEdits, setFields } from '../../core/image/form.ts'
import { followRuns, lineage, shownRun } from '../../core/image/run/runs.ts'
import { loadSource, persistSource } from '../../core/image/source/load-source.ts'
import { readStorageState } from '../../core/storage/db/open-database.ts'
import type { ImageRun } from '../../core/storage/images/image-run.ts'
import { client } from '../../page/client.ts'
import { UseThisMachine } from '../../page/connection/use-this-machine.tsx'
import { imageEditor } from '../../page/image.ts'
import { queryClient } from '../../page/query-client.ts'
import { Button } from '../../ui/controls/button.tsx'
import { cx } from '../../ui/cx.ts'
import { Meter } from '../../ui/feedback/meter.tsx'
import { Spinner } from '../../ui/feedback/states.tsx'
import { showToast } from '../../ui/feedback/toast.tsx'
import { droppedFiles, pastedFiles, saveFile, welcomesFiles } from '../../ui/files.ts'
import { useSearchOnce } from '../../ui/hooks/location.tsx'
import { useLoaded } from '../../ui/hooks/use-loaded.ts'
import { EditForm } from './edit-form.tsx'
import { type OpenInChat, OpenInChatContext } from './result-actions.tsx'
import { RunCard } from './run-card.tsx'
import { RunView } from './run-view.tsx'

/** The Image area: what is sent at the left, the result in the middle, every run at the right. */
export function ImagePage({ onOpenInChat }: { onOpenInChat: OpenInChat }) {
  const area = useRef<HTMLDivElement>(null)
  useFileIntake(area)
  useEffect(() => followRuns(imageEditor), [])
  useEffect(() => persistSource(imageEditor), [])
  useSearchOnce(PREFILLED, prefill)
  const name = useStore(client.connections.store, (state) => state.connection?.name)
  const lacks = useLacksEdits()
  const noEdits = lacks && (
    <div className="flex flex-wrap items-center gap-3 p-4 text-text-2">
      <p>
        {name} has no image edit {lacks}.
      </p>
      <UseThisMachine />
    </div>
  )
  const hasRuns = useStore(imageEditor.runs, ({ runs }) => runs.length > 0)
  const result = useRef<HTMLElement>(null)
  const shownId = useStore(imageEditor.runs, (runs) => shownRun(runs)?.id)
  useEffect(() => {
    // Where all is one column, the run that was sent or chosen may be far away.
    const top = result.current?.getBoundingClientRect().top ?? 0
    if (top < 0 || top > innerHeight / 2) result.current?.scrollIntoView({ block: 'start' })
  }, [shownId])
  if (!hasRuns && noEdits !== undefined) return noEdits
  return (
    <div ref={area} className="@container h-full min-h-0">
      <div className="flex h-full scroll-area flex-col @3xl:[scrollbar-gutter:auto] @3xl:flex-row @3xl:overflow-hidden">
        {/* In one column everything is part of it, so that the button that sends stays in view. */}
        <div className="contents flex-col bg-surface-1 @3xl:flex @3xl:min-h-0 @3xl:w-88 @3xl:shrink-0">
          {noEdits ?? <EditForm />}
        </div>
        <div className="contents min-w-0 grow flex-col @3xl:flex @3xl:scroll-area @5xl:flex-row @5xl:overflow-visible">
          <section
            ref={result}
            aria-label="Result"
            // On a phone what came of the last run is above the form for the next.
            className={cx(
              'flex min-w-0 grow flex-col p-4 @3xl:min-h-64 @5xl:scroll-area',
              shownId !== undefined ? '@max-3xl:order-first' : '@max-3xl:hidden',
            )}
          >
            <OpenInChatContext value={onOpenInChat}>
              <RunView />
            </OpenInChatContext>
          </section>
          <div className="shrink-0 bg-surface-1 p-4 @5xl:w-64 @5xl:scroll-area @min-[90rem]:w-80">
            <RunLog />
          </div>
        </div>
      </div>
    </div>
  )
}

function useFileIntake(element: React.RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const area = element.current
    const load = ([file, ...more]: readonly File[]) => {
      if (file === undefined) return
      if (more.length > 0) showToast(`Only ${file.name} is used: an edit has one source.`)
      void loadSource(imageEditor, file, file.name)
    }
    const onPaste = (event: ClipboardEvent) => load(pastedFiles(event))
    const onDrop = (event: DragEvent) => load(droppedFiles(event))
    const onDragOver = (event: DragEvent) => void welcomesFiles(event)
    document.addEventListener('paste', onPaste)
    area?.addEventListener('drop', onDrop)
    area?.addEventListener('dragover', onDragOver)
    return () => {
      document.removeEventListener('paste', onPaste)
      area?.removeEventListener('drop', onDrop)
      area?.removeEventListener('dragover', onDragOver)
    }
  }, [element])
}

/** What a short link may fill in. */
const PREFILLED = ['prompt', 'model'] as const

/** `/image?prompt=…&model=…` fills the form once, can be undone, and never sends. */
function prefill(search: URLSearchParams): void {
  const { fields } = imageEditor.form.getState()
  const given = PREFILLED.map((name) => [name, search.get(name) ?? ''] as const)
  setFields(imageEditor, {
    ...fields,
    ...Object.fromEntries(given.filter(([, text]) => text !== '')),
  })
  showToast('Filled in from the link. Nothing was sent.', {
    label: 'Undo',
    run: () => setFields(imageEditor, fields),
  })
}

/** What the API of the connection lacks for image edits, by its own word. It is asked only where it lists no edit model. */
function useLacksEdits(): ReturnType<typeof lacksEdits> {
  const connection = useStore(client.connections.store, (state) => state.connection)
  const { data: models } = useQuery(
    listModelsOptions(client, connection, { type: EDIT_MODEL_TYPE }),
    queryClient,
  )
  const hasModels = models === undefined || models.some(({ type }) => type === EDIT_MODEL_TYPE)
  const { data: description } = useQuery(
    {
      ...apiDescriptionOptions(client, connection),
      enabled: connection !== undefined && !hasModels,
    },
    queryClient,
  )
  return hasModels ? undefined : lacksEdits(models, description)
}

function RunLog() {
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
      const { zipRuns } = await import('../../core/image/run/export-runs.ts')
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
  const { usedBytes, quotaBytes } = useLoaded(readStorageState, [runs]) ?? {}
  if (usedBytes === undefined || quotaBytes === undefined) return null
  return (
    <p className="flex flex-wrap items-center gap-x-2 text-xs text-text-3 tabular-nums">
      <Meter label="Storage used" value={usedBytes} max={quotaBytes} />
      {formatBytes(usedBytes)} of {formatBytes(quotaBytes)}
    </p>
  )
}
