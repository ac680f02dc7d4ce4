import { packFile, unpackFile, type FileByHash, type StoredImageFile } from './image-files.ts'

/** A picture of this device that was chosen to be edited. */
export interface KeptFileSource {
  kind: 'file'
  file: Blob
  fileName: string
  /** What was found of it, as the image area has it; absent while it is looked at. */
  facts?: object
  /** Why it cannot be what it is. */
  fault?: string
  /** What it was before a press changed it. */
  before?: KeptFileSource
  /** The run whose result it is, or was before it was changed. */
  madeFrom?: string
  /** The page went away while it was looked at, so it is looked at once more. */
  again?: true
}

/** What was chosen to be edited and is not sent yet. */
export type KeptSource = KeptFileSource | { kind: 'url'; url: string }

type StoredFileSource = Omit<KeptFileSource, 'file' | 'before'> &
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
  source: KeptSource,
): Promise<{ stored: StoredSource; files: StoredImageFile[] }> {
  const files: StoredImageFile[] = []
  const pack = async ({ file, before, ...rest }: KeptFileSource): Promise<StoredFileSource> => {
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
): KeptSource | undefined {
  if (!hashesOfSource(stored).every((hash) => files.has(hash))) return undefined
  const unpack = ({ hash, mediaType, before, ...rest }: StoredFileSource): KeptFileSource => ({
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
