import CornerDownRight from 'lucide-react/icons/corner-down-right'
import Ellipsis from 'lucide-react/icons/ellipsis'
import Pin from 'lucide-react/icons/pin'

import { formatCharge } from '../../core/format/money.ts'
import { formatDateTime, formatDuration } from '../../core/format/units.ts'
import { isShownAsImage, setFields, textField } from '../../core/image/form.ts'
import { headerNotes } from '../../core/image/run/run-notes.ts'
import { changeRun, deleteRun, showRun } from '../../core/image/run/runs.ts'
import { loadSource, setSourceUrl } from '../../core/image/source/load-source.ts'
import { MAX_VARIATIONS } from '../../core/storage/images/image-draft.ts'
import type { ImageRun } from '../../core/storage/images/image-run.ts'
import { imageEditor } from '../../page/image.ts'
import { BlobImage } from '../../ui/content/blob-image.tsx'
import { Spinner } from '../../ui/feedback/states.tsx'
import { showToast } from '../../ui/feedback/toast.tsx'
import { saveFile } from '../../ui/files.ts'
import { Menu, type MenuItem } from '../../ui/overlays/menu.tsx'

interface RunCardProps {
  run: ImageRun
  depth: number
  parent: ImageRun | undefined
  isShown: boolean
}

/** One run of the log: source and result in small, prompt, settings, cost; a menu for the rest. */
export function RunCard({ run, depth, parent, isShown }: RunCardProps) {
  const prompt = textField(run.fields, 'prompt')
  const flagged = headerNotes(run.headers, run.providerName).some(({ tone }) => tone !== 'neutral')
  return (
    <li className="group relative -mx-2 flex items-start gap-1 rounded-lg p-2 hover:bg-surface-2 has-aria-[current]:bg-surface-2">
      <button
        type="button"
        aria-current={isShown || undefined}
        aria-label={`Show run: ${prompt}`}
        onClick={() => showRun(imageEditor, run.id)}
        className="flex min-w-0 grow flex-col gap-1.5 rounded-md text-left"
      >
        <span className="flex items-center gap-1">
          <Thumbnail
            blob={run.source.kind === 'file' ? run.source.thumbnail : undefined}
            text={run.source.kind === 'url' ? 'URL' : ''}
          />
          <span aria-hidden className="text-text-3">
            →
          </span>
          <Outcome run={run} />
          {run.pinned === true && <Pin size={12} aria-label="Pinned" className="text-accent" />}
        </span>
        <span className="line-clamp-2 text-sm">{prompt}</span>
        <Details run={run} />
        {flagged && <span className="text-xs text-warn">flagged by the API</span>}
        {run.madeFrom !== undefined && (
          <span className="flex items-center gap-1 text-xs text-text-3">
            <CornerDownRight size={12} aria-hidden className="shrink-0" />
            <span className="truncate">
              {parent === undefined
                ? 'made from a deleted run'
                : `step ${depth + 1}, made from “${textField(parent.fields, 'prompt')}”`}
            </span>
          </span>
        )}
      </button>
      <Menu
        label={`More: ${prompt}`}
        icon={<Ellipsis size={14} aria-hidden />}
        items={menuOf(run, parent)}
      />
    </li>
  )
}

const THUMBNAIL = 'size-12 shrink-0 rounded-md bg-surface-2 object-cover'

function Thumbnail({ blob, text }: { blob: Blob | undefined; text: string }) {
  if (blob !== undefined) return <BlobImage blob={blob} alt="" className={THUMBNAIL} />
  return (
    <span className={`flex items-center justify-center text-xs text-text-3 ${THUMBNAIL}`}>
      {text}
    </span>
  )
}

function Outcome({ run }: { run: ImageRun }) {
  if (run.state === 'running') return <Spinner />
  if (run.state === 'done') return <Thumbnail blob={run.result?.thumbnail} text="file" />
  const words = { failed: failedWord(run), stopped: 'canceled', unknown: 'outcome unknown' }[
    run.state
  ]
  return (
    <span className={run.state === 'failed' ? 'text-xs text-bad' : 'text-xs text-warn'}>
      {words}
    </span>
  )
}

function failedWord({ failure }: ImageRun): string {
  return failure !== undefined && 'status' in failure ? `failed: ${failure.status}` : 'failed'
}

function Details({ run }: { run: ImageRun }) {
  const { fields, charged, startedAt, endedAt } = run
  const settings = ['model', 'aspect_ratio', 'resolution', 'quality', 'output_format'].flatMap(
    (name) => (fields[name] === undefined ? [] : [textField(fields, name)]),
  )
  const safeMode = fields['safe_mode']
  return (
    <span className="flex flex-col font-mono text-xs text-text-3 tabular-nums">
      {(settings.length > 0 || safeMode !== undefined) && (
        <span>
          {[
            ...settings,
            ...(safeMode === undefined ? [] : [`safe_mode ${JSON.stringify(safeMode)}`]),
          ].join(' · ')}
        </span>
      )}
      <span className="flex flex-wrap gap-x-2">
        {charged !== undefined && <span className="text-money">{chargedInShort(charged)}</span>}
        {endedAt !== undefined && (
          <span className="text-time">{formatDuration(endedAt - startedAt)}</span>
        )}
        <span>{formatDateTime(startedAt)}</span>
      </span>
    </span>
  )
}

function chargedInShort({ microUsd, runs, own }: NonNullable<ImageRun['charged']>): string {
  if (own !== undefined) return formatCharge(own)
  return runs === 1 ? formatCharge(microUsd) : `${formatCharge(microUsd)} for ${runs}`
}

function menuOf(run: ImageRun, parent: ImageRun | undefined): MenuItem[] {
  const { result } = run
  return [
    ...(result !== undefined && isShownAsImage(result)
      ? [
          {
            label: 'Use as source',
            onSelect: () =>
              void loadSource(imageEditor, result.file, result.fileName, { madeFrom: run.id }),
          },
        ]
      : []),
    { label: 'Reuse settings', onSelect: () => reuseSettings(run) },
    { label: 'Vary', onSelect: () => vary(run) },
    ...(parent === undefined
      ? []
      : [{ label: 'Show parent run', onSelect: () => showRun(imageEditor, parent.id) }]),
    {
      label: run.pinned === true ? 'Unpin' : 'Pin',
      onSelect: () => void changeRun(imageEditor, run.id, { pinned: run.pinned !== true }),
    },
    ...(result === undefined
      ? []
      : [{ label: 'Download', onSelect: () => saveFile(result.fileName, result.file) }]),
    ...(run.state === 'running' ? [] : [{ label: 'Delete', onSelect: () => void remove(run) }]),
  ]
}

function reuseSettings({ fields, transport }: ImageRun): void {
  setFields(imageEditor, fields)
  imageEditor.form.setState({ transport })
}

/** Puts everything of a run into the form, for several more of it. Sends nothing. */
function vary(run: ImageRun): void {
  reuseSettings(run)
  imageEditor.form.setState({ variations: MAX_VARIATIONS })
  const { source, madeFrom } = run
  if (source.kind === 'url') setSourceUrl(imageEditor, source.url)
  else
    void loadSource(
      imageEditor,
      source.file,
      source.fileName,
      madeFrom === undefined ? {} : { madeFrom },
    )
  showToast('Image and settings copied to the form. Nothing was sent.')
}

async function remove(run: ImageRun): Promise<void> {
  const restore = await deleteRun(imageEditor, run)
  showToast('Run deleted', { label: 'Undo', run: () => void restore() })
}
