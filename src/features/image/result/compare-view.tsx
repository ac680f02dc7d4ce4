import { useState } from 'react'

import type { ImageRun, KeptPicture } from '../../../storage/image-run.ts'
import { Button } from '../../../ui/button.tsx'
import { Segmented } from '../../../ui/segmented.tsx'
import { BlobImage } from '../blob-image.tsx'
import { isShownAsImage } from './shown-picture.ts'

const views = [
  { value: 'result', label: 'Result' },
  { value: 'slider', label: 'Slider' },
  { value: 'beside', label: 'Side by side' },
  { value: 'hold', label: 'Hold' },
] as const

type View = (typeof views)[number]['value']

const CHECKERED =
  'bg-[repeating-conic-gradient(var(--surface-2)_0_25%,transparent_0_50%)] bg-[length:16px_16px]'

/** The edited image, alone or against what it was made from. */
export function CompareView({ run, result }: { run: ImageRun; result: KeptPicture }) {
  const [chosen, setView] = useState<View>('result')
  const after = result.file
  const source = run.source.kind === 'file' && isShownAsImage(run.source) ? run.source : undefined
  const before = source?.file
  const view = source === undefined ? 'result' : chosen
  const edited = <Picture blob={after} alt="Edited image" />
  return (
    <div className="flex min-h-0 flex-col gap-2">
      {source !== undefined && (
        <Segmented
          label="Compare"
          options={views}
          value={view}
          onChange={setView}
          className="self-center"
        />
      )}
      {before === undefined || view === 'result' ? (
        <Frame>{edited}</Frame>
      ) : view === 'slider' ? (
        <Slider before={before} after={after} result={result} />
      ) : view === 'beside' ? (
        <div className="grid grid-cols-2 gap-2">
          <figure className="flex flex-col gap-1">
            <Frame>
              <Picture blob={before} alt="Source" />
            </Frame>
            <figcaption className="text-center text-xs text-text-3">Source</figcaption>
          </figure>
          <figure className="flex flex-col gap-1">
            <Frame>{edited}</Frame>
            <figcaption className="text-center text-xs text-text-3">Result</figcaption>
          </figure>
        </div>
      ) : (
        <Hold before={before} after={after} />
      )}
    </div>
  )
}

function Frame({ children }: { children: React.ReactNode }) {
  return (
    <div className={`flex min-h-40 items-center justify-center rounded-md border ${CHECKERED}`}>
      {children}
    </div>
  )
}

function Picture({ blob, alt }: { blob: Blob; alt: string }) {
  return <BlobImage blob={blob} alt={alt} className="block max-h-[62vh] max-w-full rounded-md" />
}

/** Both pictures in one place, with a line between them that the pointer and the arrow keys move. */
function Slider({ before, after, result }: { before: Blob; after: Blob; result: KeptPicture }) {
  const [at, setAt] = useState(50)
  const { width = 1, height = 1 } = result
  return (
    <div className="flex justify-center">
      <div
        className={`relative max-h-[62vh] max-w-full overflow-hidden rounded-md border has-focus-visible:outline-2 has-focus-visible:outline-accent ${CHECKERED}`}
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
          aria-label="Line between source and result"
          aria-valuetext={`${at} % source`}
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

/** The result, and the source for as long as the button is held. */
function Hold({ before, after }: { before: Blob; after: Blob }) {
  const [held, setHeld] = useState(false)
  return (
    <div className="flex flex-col items-center gap-2">
      <Frame>
        <Picture blob={held ? before : after} alt={held ? 'Source' : 'Edited image'} />
      </Frame>
      <Button
        aria-pressed={held}
        onPointerDown={() => setHeld(true)}
        onPointerUp={() => setHeld(false)}
        onPointerLeave={() => setHeld(false)}
        onPointerCancel={() => setHeld(false)}
        onKeyDown={({ key }) => {
          if (key === ' ' || key === 'Enter') setHeld(true)
        }}
        onKeyUp={() => setHeld(false)}
        onBlur={() => setHeld(false)}
        className="touch-none select-none"
      >
        Hold to see the source
      </Button>
    </div>
  )
}
