import type { PictureFacts } from '../../../../contract/media/picture-header.ts'

/** A picture of this device as it stands in the form. */
export interface FileSource {
  kind: 'file'
  file: Blob
  fileName: string
  /** What it is; absent while it is being looked at. */
  facts?: PictureFacts
  /** Why it cannot be what it is. */
  fault?: string
  /** What it was before a press changed it, to go back to. */
  before?: FileSource
  /** The run whose result it is, or was before it was changed. */
  madeFrom?: string
  /** The page went away while it was looked at, so it is looked at once more. */
  again?: true
}

/** What is to be edited: a picture of this device, or an address that the service fetches. */
export type ImageSource = FileSource | { kind: 'url'; url: string }

/** Whether a source is a picture that nobody has looked at yet. */
export function isUnseen(source: ImageSource): source is FileSource {
  return source.kind === 'file' && source.facts === undefined && source.fault === undefined
}
