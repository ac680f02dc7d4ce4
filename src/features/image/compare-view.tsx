import ZoomIn from 'lucide-react/icons/zoom-in'
import ZoomOut from 'lucide-react/icons/zoom-out'
import { useEffect, useState } from 'react'

import { isShownAsImage } from '../../core/image/form.ts'
import { MAX_SCALE, WHOLE, type Zoom, ZOOM_STEP, zoomAt } from '../../core/image/zoom.ts'
import type { ImageRun, KeptPicture } from '../../core/storage/images/image-run.ts'
import { comparePictures } from '../../media/picture/picture-client.ts'
import type { PictureDifference } from '../../media/picture/picture.worker.ts'
import { BlobImage } from '../../ui/content/blob-image.tsx'
import { Button, IconButton } from '../../ui/controls/button.tsx'
import { Segmented } from '../../ui/controls/toggles.tsx'
import { Spinner } from '../../ui/feedback/states.tsx'
import { CHECKERED, ZoomFrame } from './zoom-frame.tsx'

const views = [
  { value: 'slider', label: 'Slider' },
  { value: 'beside', label: 'Side by side' },
  { value: 'difference', label: 'Difference' },
] as const

type View = (typeof views)[number]['value']

/** The edited image, alone or against what it was made from; enlarged alike in every view. */
export function CompareView({ run, result }: { run: ImageRun; result: KeptPicture }) {
  const [chosen, setView] = useState<View>('slider')
  const [zoom, setZoom] = useState(WHOLE)
  const after = result.file
  const source = run.source.kind === 'file' && isShownAsImage(run.source) ? run.source : undefined
  const before = source?.file
  const view = source === undefined ? undefined : chosen
  const difference = useDifference(before, after, view === 'difference')
  const ratio = (result.width ?? 1) / (result.height ?? 1)
  const frame = (label: string, blob: Blob, alt = label) => (
    <ZoomFrame label={label} ratio={ratio} zoom={zoom} onZoom={setZoom}>
      <BlobImage blob={blob} alt={alt} draggable={false} className="size-full object-contain" />
    </ZoomFrame>
  )
  const edited = frame('Result', after, 'Edited image')
  return (
    <div className="flex min-h-0 flex-col gap-2">
      <div className="flex flex-wrap items-center justify-center gap-x-4 gap-y-2">
        {source !== undefined && (
          <Segmented label="Compare" options={views} value={view} onChange={setView} />
        )}
        {view !== 'slider' && <ZoomBar zoom={zoom} onZoom={setZoom} />}
      </div>
      {before === undefined ? (
        edited
      ) : view === 'slider' ? (
        <Slider before={before} after={after} result={result} />
      ) : view === 'beside' ? (
        <div className="grid grid-cols-2 gap-2">
          <figure className="flex min-w-0 flex-col gap-1">
            {frame('Source', before)}
            <figcaption className="text-center text-xs text-text-3">Source</figcaption>
          </figure>
          <figure className="flex min-w-0 flex-col gap-1">
            {edited}
            <figcaption className="text-center text-xs text-text-3">Result</figcaption>
          </figure>
        </div>
      ) : (
        <>
          {typeof difference === 'object' &&
            'blob' in difference &&
            frame('Difference', difference.blob)}
          <DifferenceWords state={difference} />
        </>
      )}
    </div>
  )
}

function Slider({ before, after, result }: { before: Blob; after: Blob; result: KeptPicture }) {
  const [at, setAt] = useState(50)
  const { width = 1, height = 1 } = result
  return (
    <div className="flex justify-center">
      <div
        className={`relative max-h-[62vh] max-w-full overflow-hidden rounded-lg has-focus-visible:outline-2 has-focus-visible:outline-accent ${CHECKERED}`}
        style={{
          aspectRatio: `${width} / ${height}`,
          width: `min(100%, ${(62 * width) / height}vh)`,
        }}
      >
        <BlobImage blob={after} alt="Edited image" className="absolute inset-0 size-full" />
        <BlobImage
          blob={before}
          alt="Source"
          className="absolute inset-0 size-full bg-surface-0 object-cover"
          style={{ clipPath: `inset(0 ${100 - at}% 0 0)` }}
        />
        <div
          aria-hidden
          className="absolute inset-y-0 w-0.5 -translate-x-1/2 bg-accent shadow-float"
          style={{ left: `${at}%` }}
        >
          <span className="absolute top-1/2 left-1/2 size-6 -translate-1/2 rounded-full border-2 border-accent bg-surface-0" />
        </div>
        <input
          type="range"
          aria-label="Compare position"
          aria-valuetext={`${at}% source`}
          min={0}
          max={100}
          value={at}
          onChange={({ target }) => setAt(target.valueAsNumber)}
          className="absolute inset-0 m-0 size-full cursor-ew-resize opacity-0"
        />
      </div>
    </div>
  )
}

interface ZoomBarProps {
  zoom: Zoom
  onZoom: (change: (zoom: Zoom) => Zoom) => void
}

function ZoomBar({ zoom, onZoom }: ZoomBarProps) {
  return (
    <div role="group" aria-label="Zoom" className="flex items-center gap-1">
      <IconButton
        label="Zoom out"
        disabled={zoom.scale === 1}
        onClick={() => onZoom((before) => zoomAt(before, 1 / ZOOM_STEP))}
      >
        <ZoomOut size={16} aria-hidden />
      </IconButton>
      <output
        aria-label="Zoom level"
        className="w-14 text-center font-mono text-xs text-text-2 tabular-nums"
      >
        {Math.round(zoom.scale * 100)}%
      </output>
      <IconButton
        label="Zoom in"
        disabled={zoom.scale === MAX_SCALE}
        onClick={() => onZoom((before) => zoomAt(before, ZOOM_STEP))}
      >
        <ZoomIn size={16} aria-hidden />
      </IconButton>
      <Button variant="ghost" disabled={zoom.scale === 1} onClick={() => onZoom(() => WHOLE)}>
        Fit
      </Button>
    </div>
  )
}

type DifferenceState = PictureDifference | 'comparing' | { failed: string }

/** Comparisons that were made: the same two are not compared again. */
const known = new WeakMap<Blob, Promise<PictureDifference>>()

/** Compares the result with its source off the main thread, once it is wanted. */
function useDifference(before: Blob | undefined, after: Blob, isWanted: boolean) {
  const [state, setState] = useState<DifferenceState>('comparing')
  useEffect(() => {
    if (before === undefined || !isWanted) return undefined
    let isShown = true
    const comparing = known.get(after) ?? comparePictures(before, after)
    known.set(after, comparing)
    comparing.then(
      (difference) => {
        if (isShown) setState(difference)
      },
      (error: unknown) => {
        known.delete(after)
        if (isShown) setState({ failed: error instanceof Error ? error.message : 'Unknown error.' })
      },
    )
    return () => {
      isShown = false
    }
  }, [before, after, isWanted])
  return state
}

function DifferenceWords({ state }: { state: DifferenceState }) {
  if (state === 'comparing')
    return (
      <p role="status" className="flex items-center justify-center gap-2 text-sm text-text-2">
        <Spinner /> Comparing pixels
      </p>
    )
  if ('failed' in state)
    return (
      <p className="text-center text-sm text-bad">Couldn't compare the images. {state.failed}</p>
    )
  const { changed, mean, most, fitted } = state
  return (
    <p className="text-center text-xs text-text-2">
      {percent(changed)} of pixels changed (mean {percent(mean)}, max {percent(most)}). Black is
      unchanged.
      {fitted && ' The source was scaled to the result.'}
    </p>
  )
}

function percent(part: number): string {
  const value = part * 100
  if (value > 0 && value < 0.1) return '< 0.1%'
  return `${value < 10 ? value.toFixed(1).replace(/\.0$/, '') : Math.round(value)}%`
}
