import { inspectPicture } from '../../../../media/picture/picture-client.ts'
import { recognise, SNIFFED_BYTES } from '../check/recognise.ts'
import type {
  DraftAudio,
  DraftFile,
  DraftImage,
  DraftVideo,
  MediaKind,
} from '../draft/draft-part.ts'

/** Longest side of the small picture on a chip, px: twice what it is drawn at. */
const THUMBNAIL_SIDE = 160

/** A part made of a file, which has no place in a message yet. */
export type DraftOfFile =
  | Omit<DraftImage, 'id'>
  | Omit<DraftAudio, 'id'>
  | Omit<DraftVideo, 'id'>
  | Omit<DraftFile, 'id'>

/**
 * A file as the part that its bytes say it is; `wanted` settles what they leave open. Rejects when it
 * cannot be read.
 */
export async function draftOfFile(file: File, wanted: MediaKind | undefined): Promise<DraftOfFile> {
  const { name } = file
  const head = new Uint8Array(await file.slice(0, SNIFFED_BYTES).arrayBuffer())
  const found = recognise(head, { name, mediaType: file.type, wanted })
  const base = { name, cached: false }
  switch (found.kind) {
    case 'image':
      return draftOfPicture(name, file)
    case 'audio': {
      const { format, label } = found
      return { ...base, kind: 'audio', blob: file, container: label, ...(format && { format }) }
    }
    case 'video': {
      const { format } = found
      return { ...base, kind: 'video', source: { blob: file }, ...(format && { format }) }
    }
    case 'file':
      return { ...base, ...found, source: { blob: file } }
  }
}

/** A picture as a part, with what its bytes say about it. */
export async function draftOfPicture(name: string, blob: Blob): Promise<Omit<DraftImage, 'id'>> {
  const facts = await inspectPicture(blob, THUMBNAIL_SIDE)
  return { kind: 'image', name, cached: false, source: { blob }, ...(facts && { facts }) }
}
