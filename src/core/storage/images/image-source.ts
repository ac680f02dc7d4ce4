import type { PictureFacts } from '../../../../contract/media/picture-header.ts'
import { packFile, unpackFile, type FileByHash, type StoredImageFile } from './image-files.ts'

/** An image of this device that was chosen to be edited. */
export interface FileSource {
  kind: 'file'
  file: Blob
  fileName: string
  /** What it is; absent while it is being inspected. */
  facts?: PictureFacts
  /** Why it cannot be what it is. */
  fault?: string
  /** What it was before a press changed it, to go back to. */
  before?: FileSource
  /** The run whose result it is, or was before it was changed. */
  madeFrom?: string
  /** The page went away while it was inspected, so it is inspected once more. */
  again?: true
}

/** What is to be edited: an image of this device, or a URL that the service fetches. */
export type ImageSource = FileSource | { kind: 'url'; url: string }

type StoredFileSource = Omit<FileSource, 'file' | 'before'> &
  FileByHash & { before?: StoredFileSource }

/** A chosen source as it is stored: its files are kept beside it. */
export type StoredSource = StoredFileSource | { kind: 'url'; url: string }

/** The source that one tab has in its form, as it is stored. */
export interface StoredImageSource {
  id: string
  /** When it was chosen or changed, Unix ms. */
  savedAt: number
  source: StoredSource
}

/** A source for the database, and the files of it and of what it was before. */
export async function packSource(
  source: ImageSource,
): Promise<{ stored: StoredSource; files: StoredImageFile[] }> {
  const files: StoredImageFile[] = []
  const pack = async ({ file, before, ...rest }: FileSource): Promise<StoredFileSource> => {
    const { byHash, stored } = await packFile(file)
    files.push(stored)
    return { ...rest, ...byHash, ...(before === undefined ? {} : { before: await pack(before) }) }
  }
  const stored = source.kind === 'url' ? source : await pack(source)
  return { stored, files }
}

/** A stored source with its files; undefined when one of these is missing. */
export function unpackSource(
  stored: StoredSource,
  files: ReadonlyMap<string, Blob>,
): ImageSource | undefined {
  if (!hashesOfSource(stored).every((hash) => files.has(hash))) return undefined
  const unpack = ({ hash, mediaType, before, ...rest }: StoredFileSource): FileSource => ({
    ...rest,
    file: unpackFile({ hash, mediaType }, files),
    ...(before === undefined ? {} : { before: unpack(before) }),
  })
  return stored.kind === 'url' ? stored : unpack(stored)
}

/** The hashes of the files that a stored source has, and had before it was changed. */
export function hashesOfSource(source: StoredSource): string[] {
  if (source.kind === 'url') return []
  return [source.hash, ...(source.before === undefined ? [] : hashesOfSource(source.before))]
}
