import { addressOf } from './hooks/location.tsx'

/** A file that comes with the app, to try things with. */
export interface SampleFile {
  /** As it is offered: "Sample image". */
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
