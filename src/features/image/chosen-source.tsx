import X from 'lucide-react/icons/x'
import { useState } from 'react'
import { useStore } from 'zustand'

import { pictureTypeName } from '../../../contract/media/file-type.ts'
import type { PictureFacts } from '../../../contract/media/picture-header.ts'
import { formatBytes, formatNumber } from '../../core/format/units.ts'
import { applyFix, removeSource, undoFix } from '../../core/image/source/load-source.ts'
import {
  type SourceFix,
  type SourceNote,
  validateSource,
} from '../../core/image/source/validate-source.ts'
import { type FileSource, type ImageSource } from '../../core/storage/images/image-source.ts'
import { imageEditor } from '../../page/image.ts'
import { BlobImage } from '../../ui/content/blob-image.tsx'
import { Button, IconButton } from '../../ui/controls/button.tsx'
import { cx } from '../../ui/cx.ts'
import { Spinner } from '../../ui/feedback/states.tsx'

/** The source that was chosen: what it is, what it was before a change, and what to know of it. */
export function ChosenSource({ source }: { source: ImageSource }) {
  return (
    <>
      <div className="flex items-start gap-3">
        {source.kind === 'file' ? <Preview source={source} /> : null}
        <div className="flex min-w-0 grow flex-col gap-0.5 text-sm">
          <p className="truncate font-medium">
            {source.kind === 'file' ? source.fileName : source.url}
          </p>
          {source.kind === 'file' ? (
            <Facts source={source} />
          ) : (
            <p className="text-xs text-text-3">
              Fetched by the API, so it's not checked or shown here.
            </p>
          )}
        </div>
        <IconButton label="Remove image" onClick={() => removeSource(imageEditor)}>
          <X size={14} aria-hidden />
        </IconButton>
      </div>
      {source.kind === 'file' && source.facts !== undefined && source.before !== undefined && (
        <Changed source={source} before={source.before} />
      )}
      <Notes source={source} />
    </>
  )
}

function Preview({ source }: { source: FileSource }) {
  const thumbnail = source.facts?.thumbnail
  if (thumbnail === undefined)
    return <span className="size-20 shrink-0 rounded-md bg-surface-2" aria-hidden />
  return (
    <BlobImage
      blob={thumbnail}
      alt="Chosen image"
      className="size-20 shrink-0 rounded-md bg-surface-2 object-contain"
    />
  )
}

function Changed({ source, before }: { source: FileSource; before: FileSource }) {
  return (
    <div
      role="group"
      aria-label="Before the change"
      className="flex items-center gap-3 rounded-md bg-surface-2 p-2 text-xs text-text-2"
    >
      {before.facts?.thumbnail !== undefined && (
        <BlobImage
          blob={before.facts.thumbnail}
          alt="Image before the change"
          className="size-10 shrink-0 rounded-sm object-contain"
        />
      )}
      <div className="min-w-0 grow">
        <p>Before the change, now {bytesInWords(before.file.size, source.file.size)}</p>
        {before.facts !== undefined && <Figures facts={before.facts} />}
      </div>
      <Button onClick={() => undoFix(imageEditor, source)}>Undo</Button>
    </div>
  )
}

/** `12 % of the size`, `2.4 × the size`. */
function bytesInWords(before: number, now: number): string {
  const ratio = now / Math.max(1, before)
  return ratio < 1
    ? `${Math.max(1, Math.round(100 * ratio))}% of the size`
    : `${ratio.toFixed(1)}× the size`
}

function Facts({ source: { facts, fault, file } }: { source: FileSource }) {
  const done = useStore(imageEditor.source, (work) => work.done)
  if (facts === undefined)
    return fault === undefined ? (
      <p role="status" className="flex items-center gap-2 text-xs text-text-2">
        <Spinner /> Inspecting{inPercent(done)}
      </p>
    ) : (
      <p className="font-mono text-xs text-text-2">{formatBytes(file.size)}</p>
    )
  return (
    <div role="group" aria-label="Source details">
      <Figures facts={facts} />
    </div>
  )
}

/** Nothing is said of work that is done before anyone could read it. */
function inPercent(done: number | undefined): string {
  return done === undefined || done === 0 ? '' : `, ${Math.round(100 * done)}%`
}

function Figures({ facts }: { facts: PictureFacts }) {
  const sides = facts.shown ?? facts.size
  return (
    <p className="font-mono text-xs text-text-2">
      {pictureTypeName(facts.type)}
      {sides !== undefined && (
        <>
          {' · '}
          <span className="whitespace-nowrap">
            {formatNumber(sides.width)} × {formatNumber(sides.height)}
          </span>{' '}
          <span className="whitespace-nowrap">= {formatNumber(sides.width * sides.height)} px</span>
        </>
      )}
      {' · '}
      <span className="whitespace-nowrap" title={`${formatNumber(facts.bytes)} bytes`}>
        {formatBytes(facts.bytes)}
      </span>
    </p>
  )
}

const TONES = { error: 'text-bad', warn: 'text-warn', info: 'text-text-2' }

function Notes({ source }: { source: ImageSource }) {
  const [working, setWorking] = useState<string>()
  const [failed, setFailed] = useState<string>()
  const notes = validateSource(source)
  const fix = async (wanted: SourceFix) => {
    if (source.kind !== 'file') return
    setWorking(wanted.label)
    setFailed(undefined)
    try {
      await applyFix(imageEditor, source, wanted)
    } catch (error) {
      setFailed(error instanceof Error ? error.message : 'Unknown error.')
    } finally {
      setWorking(undefined)
    }
  }
  if (notes.length === 0) return null
  return (
    <div role="status" className="flex flex-col gap-2 text-sm">
      {notes.map((note) => (
        <Note
          key={note.message}
          note={note}
          working={working !== undefined}
          isWorking={working !== undefined && working === note.fix?.label}
          onFix={(wanted) => void fix(wanted)}
        />
      ))}
      {failed !== undefined && <p className="text-bad">{failed}</p>}
    </div>
  )
}

interface NoteProps {
  note: SourceNote
  working: boolean
  isWorking: boolean
  onFix: (fix: SourceFix) => void
}

function Note({ note: { level, title, message, fix }, working, isWorking, onFix }: NoteProps) {
  const done = useStore(imageEditor.source, (work) => work.done)
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <p className={cx('min-w-0 grow basis-40 text-xs', TONES[level])}>
        {title !== undefined && <strong className="block">{title}</strong>}
        {message}
      </p>
      {fix !== undefined && (
        <Button disabled={working} onClick={() => onFix(fix)}>
          {isWorking && <Spinner />}
          {fix.label}
          {isWorking && inPercent(done)}
        </Button>
      )}
    </div>
  )
}
