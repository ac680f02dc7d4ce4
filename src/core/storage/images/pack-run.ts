import { packFile, unpackFile, type FileByHash, type StoredImageFile } from './image-files.ts'
import type { ImageRun, KeptPicture } from './image-run.ts'

/** A picture of a stored run; those of older versions hold the file, or do not say its type. */
type StoredPicture = Omit<KeptPicture, 'file'> & Partial<FileByHash> & { file?: Blob }

/** A run as it is stored: its files are kept beside it. */
export type StoredImageRun = Omit<ImageRun, 'source' | 'result'> & {
  source: ({ kind: 'file' } & StoredPicture) | { kind: 'url'; url: string }
  result?: StoredPicture
}

/** A run for the database, and the files that belong beside it. */
export async function packRun(
  run: ImageRun,
): Promise<{ stored: StoredImageRun; files: StoredImageFile[] }> {
  const { source, result, ...rest } = run
  const files: StoredImageFile[] = []
  const pack = async ({ file, ...picture }: KeptPicture) => {
    const { byHash, stored } = await packFile(file)
    files.push(stored)
    return { ...picture, ...byHash }
  }
  const stored: StoredImageRun = {
    ...rest,
    source: source.kind === 'url' ? source : { kind: 'file', ...(await pack(source)) },
    ...(result === undefined ? {} : { result: await pack(result) }),
  }
  return { stored, files }
}

/** A stored run with its files. */
export function unpackRun(stored: StoredImageRun, files: ReadonlyMap<string, Blob>): ImageRun {
  const { source, result, ...rest } = stored
  const unpack = ({ hash = '', mediaType, file, ...picture }: StoredPicture): KeptPicture => ({
    ...picture,
    file: file ?? unpackFile({ hash, mediaType }, files),
  })
  return {
    ...rest,
    source: source.kind === 'url' ? source : { kind: 'file', ...unpack(source) },
    ...(result === undefined ? {} : { result: unpack(result) }),
  }
}

/** The hashes of the files that a stored run has. */
export function hashesOfRun({ source, result }: StoredImageRun): string[] {
  return [
    ...(source.kind === 'file' && source.hash !== undefined ? [source.hash] : []),
    ...(result?.hash === undefined ? [] : [result.hash]),
  ]
}
