import ImageUp from 'lucide-react/icons/image-up'
import X from 'lucide-react/icons/x'
import { useState } from 'react'
import { useStore } from 'zustand'

import { Button, IconButton } from '../../../ui/button.tsx'
import { cx } from '../../../ui/cx.ts'
import { formatBytes } from '../../../ui/format/bytes.ts'
import { formatNumber } from '../../../ui/format/number.ts'
import { pickFile } from '../../../ui/pick-file.ts'
import { pictureTypeName } from '../../../ui/picture/picture-type.ts'
import { fetchSample, SAMPLE_FILES } from '../../../ui/sample-files.ts'
import { Spinner } from '../../../ui/spinner.tsx'
import { showToast } from '../../../ui/toast-store.ts'
import { BlobImage } from '../blob-image.tsx'
import { imageFormStore } from '../image-form-store.ts'
import { isShownAsImage } from '../result/shown-picture.ts'
import { runsStore } from '../run/runs-store.ts'
import type { FileSource, ImageSource } from './image-source.ts'
import { judgeSource, type SourceFix, type SourceNote } from './judge-source.ts'
import { applyFix, dropSource, takeFile, takeUrl } from './take-source.ts'

/** What is edited: a file by press, drop or paste, an address, or the last result. */
export function SourcePanel() {
  const source = useStore(imageFormStore, (form) => form.source)
  const [asksUrl, setAsksUrl] = useState(false)
  return (
    <section aria-label="Source" className="flex flex-col gap-2 border-b pb-3">
      {source === undefined ? (
        <div className="flex flex-col items-center gap-1 rounded-md border border-dashed border-line-strong px-4 py-6 text-center text-sm text-text-2">
          <ImageUp size={20} aria-hidden className="text-text-3" />
          <p>Drop or paste an image here</p>
          <p className="text-xs text-text-3">65,536 to 33,177,600 pixels, smaller than 25 MB</p>
        </div>
      ) : (
        <Chosen source={source} />
      )}
      <div className="flex flex-wrap gap-2">
        <Button variant={source === undefined ? 'primary' : 'plain'} onClick={() => void choose()}>
          Choose image
        </Button>
        <Button aria-pressed={asksUrl} onClick={() => setAsksUrl(!asksUrl)}>
          Address…
        </Button>
        <LastResult source={source} />
        {source === undefined && (
          <Button variant="ghost" onClick={() => void takeSample()}>
            Sample picture
          </Button>
        )}
      </div>
      {asksUrl && <AddressField onTaken={() => setAsksUrl(false)} />}
    </section>
  )
}

async function choose(): Promise<void> {
  const file = await pickFile('image/*,.heic,.avif,.tif,.tiff')
  if (file !== undefined) await takeFile(file, file.name)
}

async function takeSample(): Promise<void> {
  const { picture } = SAMPLE_FILES
  try {
    await takeFile(await fetchSample(picture), picture.name)
  } catch {
    showToast(`${picture.name} could not be fetched: is the service still running?`)
  }
}

/** The latest result, as the next source. */
function LastResult({ source }: { source: ImageSource | undefined }) {
  const last = useStore(runsStore, ({ runs }) =>
    runs.find(({ result }) => result !== undefined && isShownAsImage(result)),
  )
  const { result } = last ?? {}
  const isIt = source?.kind === 'file' && source.madeFrom === last?.id
  if (last === undefined || result === undefined || isIt) return null
  return (
    <Button onClick={() => void takeFile(result.file, result.fileName, { madeFrom: last.id })}>
      Last result
    </Button>
  )
}

function AddressField({ onTaken }: { onTaken: () => void }) {
  const [url, setUrl] = useState('')
  const take = () => {
    if (url.trim() === '') return
    takeUrl(url.trim())
    onTaken()
  }
  return (
    <div className="flex gap-2">
      <input
        type="url"
        inputMode="url"
        aria-label="Address of the image"
        placeholder="https://…"
        value={url}
        onChange={({ target }) => setUrl(target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return
          // Enter takes the address; it does not send the edit.
          event.preventDefault()
          take()
        }}
        className="min-w-0 grow field font-mono"
      />
      <Button disabled={url.trim() === ''} onClick={take}>
        Use
      </Button>
    </div>
  )
}

function Chosen({ source }: { source: ImageSource }) {
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
              The service fetches it; this page does not, so it is not checked and not shown here.
            </p>
          )}
        </div>
        <IconButton label="Remove image" onClick={dropSource}>
          <X size={14} aria-hidden />
        </IconButton>
      </div>
      <Notes source={source} />
    </>
  )
}

function Preview({ source }: { source: FileSource }) {
  const thumbnail = source.facts?.thumbnail
  if (thumbnail === undefined)
    return <span className="size-20 shrink-0 rounded-md border bg-surface-2" aria-hidden />
  return (
    <BlobImage
      blob={thumbnail}
      alt="Chosen image"
      className="size-20 shrink-0 rounded-md border bg-surface-2 object-contain"
    />
  )
}

function Facts({ source: { facts, fault, file } }: { source: FileSource }) {
  if (facts === undefined)
    return fault === undefined ? (
      <p role="status" className="flex items-center gap-2 text-xs text-text-2">
        <Spinner /> Looking at it
      </p>
    ) : (
      <p className="font-mono text-xs text-text-2">{formatBytes(file.size)}</p>
    )
  const sides = facts.shown ?? facts.size
  return (
    <p role="group" aria-label="Source figures" className="font-mono text-xs text-text-2">
      {pictureTypeName(facts.type)}
      {sides !== undefined && (
        <>
          {' · '}
          {formatNumber(sides.width)} × {formatNumber(sides.height)}
          {' = '}
          {formatNumber(sides.width * sides.height)} px
        </>
      )}
      {' · '}
      <span title={`${formatNumber(facts.bytes)} bytes`}>{formatBytes(facts.bytes)}</span>
    </p>
  )
}

const TONES = { error: 'text-bad', warn: 'text-warn', info: 'text-text-2' }

/** What there is to know of the source, each with the press that settles it. */
function Notes({ source }: { source: ImageSource }) {
  const [working, setWorking] = useState<string>()
  const [failed, setFailed] = useState<string>()
  const notes = judgeSource(source)
  const fix = async (wanted: SourceFix) => {
    if (source.kind !== 'file') return
    setWorking(wanted.label)
    setFailed(undefined)
    try {
      await applyFix(source, wanted)
    } catch (error) {
      setFailed(error instanceof Error ? error.message : 'It did not work.')
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
  /** Some fix is being made. */
  working: boolean
  /** The one of this note is. */
  isWorking: boolean
  onFix: (fix: SourceFix) => void
}

function Note({ note: { level, message, fix }, working, isWorking, onFix }: NoteProps) {
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <p className={cx('min-w-0 grow basis-40 text-xs', TONES[level])}>{message}</p>
      {fix !== undefined && (
        <Button disabled={working} onClick={() => onFix(fix)}>
          {isWorking && <Spinner />}
          {fix.label}
        </Button>
      )}
    </div>
  )
}
