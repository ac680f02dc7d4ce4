import { useStore } from 'zustand'

import { formatBytes, formatDuration, formatNumber } from '../../core/format/units.ts'
import { isShownAsImage } from '../../core/image/form.ts'
import { costInWords, headerNotes } from '../../core/image/run/run-notes.ts'
import { canCancel, cancelRun, shownRun, showRun } from '../../core/image/run/runs.ts'
import type { ImageRun, KeptPicture } from '../../core/storage/images/image-run.ts'
import { imageEditor } from '../../page/image.ts'
import { BlobImage } from '../../ui/content/blob-image.tsx'
import { Button } from '../../ui/controls/button.tsx'
import { Badge } from '../../ui/feedback/badge.tsx'
import { EmptyState, ErrorNotice, Spinner } from '../../ui/feedback/states.tsx'
import { useClock } from '../../ui/hooks/clock.ts'
import { CompareView } from './compare-view.tsx'
import { ResultActions } from './result-actions.tsx'
import { BalanceCheck, RunFailure } from './run-failure.tsx'

/** The run that is looked at: its result, how far it is, or why there is none. */
export function RunView() {
  const run = useStore(imageEditor.runs, shownRun)
  if (run === undefined)
    return (
      <EmptyState title="No edits yet">
        Choose an image and describe the change. You see the price before you send.
      </EmptyState>
    )
  return (
    <div className="flex min-w-0 flex-col gap-3">
      <Siblings run={run} />
      <Outcome key={run.id} run={run} />
    </div>
  )
}

function Siblings({ run }: { run: ImageRun }) {
  const runs = useStore(imageEditor.runs, (state) => state.runs)
  const siblings = runs.filter(({ batchId }) => batchId === run.batchId)
  if (siblings.length < 2) return null
  return (
    <div role="group" aria-label="Variations" className="flex flex-wrap justify-center gap-1">
      {siblings.map((sibling, index) => (
        <Button
          key={sibling.id}
          aria-pressed={sibling.id === run.id}
          onClick={() => showRun(imageEditor, sibling.id)}
        >
          <span>
            <span className="max-sm:sr-only">Variation </span>
            {index + 1}
          </span>
          {sibling.state === 'running' && <Spinner />}
        </Button>
      ))}
    </div>
  )
}

function Outcome({ run }: { run: ImageRun }) {
  switch (run.state) {
    case 'running':
      return <Progress run={run} />
    case 'done':
      return <Done run={run} />
    case 'failed':
      return (
        <>
          <Notes run={run} />
          {run.failure !== undefined && <RunFailure run={run} failure={run.failure} />}
        </>
      )
    case 'stopped':
      return (
        <ErrorNotice
          tone="warn"
          title="Canceled"
          actions={run.notSent === true ? undefined : <BalanceCheck run={run} />}
        >
          {run.notSent === true
            ? 'Nothing was sent.'
            : 'The API may still finish the edit, and bill it.'}
        </ErrorNotice>
      )
    case 'unknown':
      return (
        <ErrorNotice tone="warn" title="Outcome unknown" actions={<BalanceCheck run={run} />}>
          The page was closed during this edit. It may have been billed.
        </ErrorNotice>
      )
  }
}

function Progress({ run }: { run: ImageRun }) {
  const elapsed = Math.max(0, useClock() - run.startedAt)
  const thumbnail = run.source.kind === 'file' ? run.source.thumbnail : undefined
  return (
    <div className="flex flex-col items-center gap-3 py-4">
      {thumbnail !== undefined && (
        <BlobImage blob={thumbnail} alt="" className="max-h-72 max-w-full rounded-md opacity-50" />
      )}
      <div className="flex flex-wrap items-center justify-center gap-3">
        <p role="status" className="flex items-center gap-2">
          <Spinner /> Editing
        </p>
        <span className="font-mono text-sm text-time tabular-nums">
          {elapsed < 1000 ? '0 s' : formatDuration(Math.floor(elapsed / 1000) * 1000)}
        </span>
        {canCancel(imageEditor, run.id) && (
          <Button onClick={() => cancelRun(imageEditor, run.id)}>Cancel</Button>
        )}
      </div>
      <p className="text-xs text-text-3">
        {canCancel(imageEditor, run.id)
          ? 'A canceled edit may still be billed.'
          : 'Running in another tab.'}
      </p>
    </div>
  )
}

function Done({ run }: { run: ImageRun }) {
  const { batchId, result } = run
  const isUnderWay = useStore(imageEditor.runs, ({ runs }) =>
    runs.some((other) => other.batchId === batchId && other.state === 'running'),
  )
  if (result === undefined) return null
  const isShown = isShownAsImage(result)
  return (
    <>
      {isShown ? <CompareView run={run} result={result} /> : <NotShown result={result} />}
      <p
        role="group"
        aria-label="Result details"
        className="flex flex-wrap items-baseline justify-center gap-x-3 gap-y-1 text-center font-mono text-xs text-text-2"
      >
        {result.type !== undefined && <span>{result.type.toUpperCase()}</span>}
        {result.width !== undefined && result.height !== undefined && (
          <span>
            {formatNumber(result.width)} × {formatNumber(result.height)} px
          </span>
        )}
        <span>{formatBytes(result.file.size)}</span>
        {run.endedAt !== undefined && (
          <span className="text-time">{formatDuration(run.endedAt - run.startedAt)}</span>
        )}
        <span className="text-money">{costInWords(run, isUnderWay)}</span>
      </p>
      <Notes run={run} />
      <ResultActions run={run} result={result} />
    </>
  )
}

function NotShown({ result }: { result: KeptPicture }) {
  const { type } = result
  const isPicture = type === 'png' || type === 'jpeg' || type === 'webp'
  return (
    <ErrorNotice tone="warn" title={isPicture ? 'Image not decodable' : 'Unexpected file type'}>
      {type === undefined
        ? "The response isn't a known image type"
        : `The response starts like ${type}${isPicture ? ' but is damaged' : ''}`}
      , so it's not shown. You can download it.
    </ErrorNotice>
  )
}

function Notes({ run }: { run: ImageRun }) {
  const notes = headerNotes(run.headers, run.providerName)
  if (notes.length === 0) return null
  return (
    <ul aria-label="Service notices" className="flex flex-col items-center gap-1">
      {notes.map(({ tone, text }) => (
        <li key={text} className="max-w-prose text-center [&>span]:whitespace-normal">
          <Badge tone={tone}>{text}</Badge>
        </li>
      ))}
    </ul>
  )
}
