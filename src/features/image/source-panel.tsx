import ImageUp from 'lucide-react/icons/image-up'
import { useState } from 'react'
import { useStore } from 'zustand'

import { isShownAsImage } from '../../core/image/form.ts'
import { loadSource, setSourceUrl } from '../../core/image/source/load-source.ts'
import { type ImageSource } from '../../core/storage/images/image-source.ts'
import { imageEditor } from '../../page/image.ts'
import { Button } from '../../ui/controls/button.tsx'
import { fetchSample, pickFile, SAMPLE_FILES } from '../../ui/controls/file-picker.tsx'
import { showNotLoaded } from '../../ui/feedback/part.tsx'
import { useMedia } from '../../ui/hooks/use-media.ts'
import { ChosenSource } from './chosen-source.tsx'

/** What is edited: a file by press, drop or paste, an address, or the last result. */
export function SourcePanel() {
  const source = useStore(imageEditor.form, (form) => form.source)
  const [asksUrl, setAsksUrl] = useState(false)
  return (
    <section aria-label="Source" className="flex flex-col gap-2 pb-2.5">
      {source === undefined ? (
        <div className="flex flex-col items-center gap-1 rounded-lg border border-(--field-line) bg-surface-2 px-4 pt-6 pb-3 text-center text-sm text-balance text-text-2">
          <ImageUp size={20} aria-hidden className="text-text-3" />
          <p>Drop or paste an image here</p>
          <p className="text-xs text-text-3">PNG, JPEG or WebP, up to 33 MP and 25 MB</p>
          <Button variant="ghost" className="underline" onClick={() => void takeSample()}>
            Sample image
          </Button>
        </div>
      ) : (
        <>
          <ChosenSource source={source} />
          <NotKept />
        </>
      )}
      <div className="flex flex-wrap gap-2">
        <Button variant={source === undefined ? 'primary' : 'plain'} onClick={() => void choose()}>
          Choose image
        </Button>
        <TakePhoto />
        <Button aria-pressed={asksUrl} onClick={() => setAsksUrl(!asksUrl)}>
          From URL…
        </Button>
        <LastResult source={source} />
      </div>
      {asksUrl && <UrlField onTaken={() => setAsksUrl(false)} />}
    </section>
  )
}

function NotKept() {
  const fault = useStore(imageEditor.source, (state) => state.unsaved)
  if (fault === undefined) return null
  return (
    <p role="alert" className="text-xs text-warn">
      This image isn't saved: {fault}. You can send it, but a reload removes it.
    </p>
  )
}

async function choose(): Promise<void> {
  const file = await pickFile('image/*,.heic,.avif')
  if (file !== undefined) await loadSource(imageEditor, file, file.name)
}

async function takeSample(): Promise<void> {
  const { picture } = SAMPLE_FILES
  try {
    await loadSource(imageEditor, await fetchSample(picture), picture.name)
  } catch {
    await showNotLoaded(picture.name)
  }
}

/** The camera, where the screen is touched: other devices show their file dialog for it. */
function TakePhoto() {
  const isTouched = useMedia('(pointer: coarse)')
  const take = async () => {
    const photo = await pickFile('image/*', 'environment')
    if (photo !== undefined) await loadSource(imageEditor, photo, photo.name)
  }
  return isTouched ? <Button onClick={() => void take()}>Take photo</Button> : null
}

function LastResult({ source }: { source: ImageSource | undefined }) {
  const last = useStore(imageEditor.runs, ({ runs }) =>
    runs.find(({ result }) => result !== undefined && isShownAsImage(result)),
  )
  const { result } = last ?? {}
  const isIt = source?.kind === 'file' && source.madeFrom === last?.id
  if (last === undefined || result === undefined || isIt) return null
  return (
    <Button
      onClick={() =>
        void loadSource(imageEditor, result.file, result.fileName, { madeFrom: last.id })
      }
    >
      Last result
    </Button>
  )
}

function UrlField({ onTaken }: { onTaken: () => void }) {
  const [url, setUrl] = useState('')
  const take = () => {
    if (url.trim() === '') return
    setSourceUrl(imageEditor, url.trim())
    onTaken()
  }
  return (
    <div className="flex gap-2">
      <input
        type="url"
        inputMode="url"
        aria-label="Image URL"
        placeholder="https://…"
        value={url}
        onChange={({ target }) => setUrl(target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return
          // Enter sets the URL; it does not send the edit.
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
