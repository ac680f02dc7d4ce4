import type { ReactNode } from 'react'

import { addressOf } from '../hooks/location.tsx'

interface FileButtonProps {
  label: string
  /** What `<input accept>` takes: ".json,application/json". */
  accept: string
  onFile: (file: File) => void
  children: ReactNode
}

/** A quiet button that asks for one file of this device. Choosing the same file again counts again. */
export function FileButton({ label, accept, onFile, children }: FileButtonProps) {
  return (
    <label className="inline-flex cursor-pointer items-center gap-1.5 rounded-md px-2.5 text-sm text-text-2 target focus-within:outline-2 hover:bg-surface-2 hover:text-text-1">
      {children}
      <input
        type="file"
        accept={accept}
        aria-label={label}
        className="sr-only"
        onChange={({ target }) => {
          const file = target.files?.[0]
          target.value = ''
          if (file !== undefined) onFile(file)
        }}
      />
    </label>
  )
}

/** Opens the file dialog, in a click handler; undefined if cancelled. `camera`: a phone opens this one. */
export async function pickFile(
  accept: string,
  camera?: 'environment' | 'user',
): Promise<File | undefined> {
  const [file] = await pick({ accept, ...(camera !== undefined && { capture: camera }) })
  return file
}

/** Opens the file dialog for any number of files of any type; none if it is cancelled. Call it in a click handler. */
export function pickFiles(): Promise<File[]> {
  return pick({ multiple: true })
}

function pick(
  choice: Partial<Pick<HTMLInputElement, 'accept' | 'capture' | 'multiple'>>,
): Promise<File[]> {
  return new Promise((resolve) => {
    const input = Object.assign(document.createElement('input'), { type: 'file', ...choice })
    input.addEventListener('change', () => resolve([...(input.files ?? [])]))
    input.addEventListener('cancel', () => resolve([]))
    input.click()
  })
}

/** A file that comes with the app, to try things with. */
export interface SampleFile {
  label: string
  name: string
  mediaType: string
}

/** The files in `public/samples`, which `scripts/make-samples.mjs` makes. */
export const SAMPLE_FILES = {
  picture: { label: 'Sample image', name: 'harbour.jpg', mediaType: 'image/jpeg' },
  pdf: { label: 'Sample PDF', name: 'quotation.pdf', mediaType: 'application/pdf' },
  sound: { label: 'Sample audio', name: 'melody.wav', mediaType: 'audio/wav' },
} as const satisfies Record<string, SampleFile>

/** Fetches a sample from where the app came from. Rejects when it is not there. */
export async function fetchSample({ name, mediaType }: SampleFile): Promise<File> {
  const response = await fetch(addressOf(`/samples/${name}`))
  if (!response.ok) throw new Error(`${name} is not there: ${response.status}.`)
  return new File([await response.arrayBuffer()], name, { type: mediaType })
}
