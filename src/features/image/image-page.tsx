import { useEffect, useRef } from 'react'
import { useStore } from 'zustand'

import { setFields } from '../../core/image/form.ts'
import { followRuns, shownRun } from '../../core/image/run/runs.ts'
import { loadSource } from '../../core/image/source/load-source.ts'
import { persistSource } from '../../core/image/source/persist-source.ts'
import { client } from '../../page/client.ts'
import { UseThisMachine } from '../../page/connection/use-this-machine.tsx'
import { imageEditor } from '../../page/image.ts'
import { cx } from '../../ui/cx.ts'
import { showToast } from '../../ui/feedback/toast-store.ts'
import { useSearchOnce } from '../../ui/hooks/use-search-once.ts'
import { droppedFiles, pastedFiles, welcomesFiles } from '../../ui/take-files.ts'
import { EditForm } from './form/edit-form.tsx'
import { RunLog } from './log/run-log.tsx'
import { OpenInChatContext, type OpenInChat } from './result/result-actions.tsx'
import { RunView } from './result/run-view.tsx'
import { useLacksEdits } from './use-lacks-edits.ts'

/** The Image area: what is sent at the left, the result in the middle, every run at the right. */
export function ImagePage({ onOpenInChat }: { onOpenInChat: OpenInChat }) {
  const area = useRef<HTMLDivElement>(null)
  useFileIntake(area)
  useEffect(() => followRuns(imageEditor), [])
  useEffect(() => persistSource(imageEditor), [])
  useSearchOnce(PREFILLED, prefill)
  const lacks = useLacksEdits()
  const result = useRef<HTMLElement>(null)
  const shownId = useStore(imageEditor.runs, (runs) => shownRun(runs)?.id)
  useEffect(() => {
    // Where all is one column, the run that was sent or chosen may be far away.
    const top = result.current?.getBoundingClientRect().top ?? 0
    if (top < 0 || top > innerHeight / 2) result.current?.scrollIntoView({ block: 'start' })
  }, [shownId])
  return (
    <div ref={area} className="@container h-full min-h-0">
      <div className="flex h-full scroll-area flex-col @3xl:[scrollbar-gutter:auto] @3xl:flex-row @3xl:overflow-hidden">
        {/* In one column everything is part of it, so that the button that sends stays in view. */}
        <div className="contents flex-col bg-surface-1 @3xl:flex @3xl:min-h-0 @3xl:w-88 @3xl:shrink-0">
          {lacks === undefined ? <EditForm /> : <NoEdits lacks={lacks} />}
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

/** In place of the form: what the API has not, and where to go. */
function NoEdits({ lacks }: { lacks: 'endpoint' | 'model' }) {
  const name = useStore(client.connections.store, (state) => state.connection?.name)
  return (
    <div className="flex flex-col items-start gap-3 p-4 text-text-2">
      <p>
        {name} has no image edit {lacks}.
      </p>
      <UseThisMachine />
    </div>
  )
}

/** Loads a file that is dropped anywhere on an element, or pasted while the page is shown. */
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
