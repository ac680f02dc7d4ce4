import type { ImageRun, KeptPicture } from './image-run.ts'

/** A picture file as it lies in the database: once, however many runs have it. */
export interface StoredImageFile {
  /** SHA-256 of the bytes, hexadecimal. */
  hash: string
  file: Blob
}

/** A picture of a stored run, which has the file by its hash; those of older versions hold it. */
type StoredPicture = Omit<KeptPicture, 'file'> & { hash?: string; file?: Blob }

/** A run as it is stored: its files are kept beside it. */
export type StoredImageRun = Omit<ImageRun, 'source' | 'result'> & {
  source: ({ kind: 'file' } & StoredPicture) | { kind: 'url'; url: string }
  result?: StoredPicture
}

/** Files that were hashed once are not hashed again. */
const hashes = new WeakMap<Blob, Promise<string>>()

/** The SHA-256 of a file, hexadecimal. */
function hashOf(file: Blob): Promise<string> {
  const known = hashes.get(file)
  if (known !== undefined) return known
  const hash = file
    .arrayBuffer()
    .then((bytes) => crypto.subtle.digest('SHA-256', bytes))
    .then((digest) =>
      [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join(''),
    )
  hashes.set(file, hash)
  return hash
}

/** A run for the database, and the files that belong beside it. */
export async function packRun(
  run: ImageRun,
): Promise<{ stored: StoredImageRun; files: StoredImageFile[] }> {
  const { source, result, ...rest } = run
  const files: StoredImageFile[] = []
  const pack = async ({ file, ...picture }: KeptPicture) => {
    const hash = await hashOf(file)
    files.push({ hash, file })
    return { ...picture, hash }
  }
  const stored: StoredImageRun = {
    ...rest,
    source: source.kind === 'url' ? source : { kind: 'file', ...(await pack(source)) },
    ...(result === undefined ? {} : { result: await pack(result) }),
  }
  return { stored, files }
}

/** A stored run with its files. One that is missing is empty: the run says what there was. */
export function unpackRun(stored: StoredImageRun, files: ReadonlyMap<string, Blob>): ImageRun {
  const { source, result, ...rest } = stored
  const unpack = ({ hash, file: inside, ...picture }: StoredPicture): KeptPicture => {
    const file = inside ?? files.get(hash ?? '') ?? new Blob()
    if (hash !== undefined) hashes.set(file, Promise.resolve(hash))
    return { ...picture, file }
  }
  return {
    ...rest,
    source: source.kind === 'url' ? source : { kind: 'file', ...unpack(source) },
    ...(result === undefined ? {} : { result: unpack(result) }),
  }
}

/** The hashes of the files that stored runs have. */
export function usedHashes(runs: readonly StoredImageRun[]): Set<string> {
  return new Set(
    runs.flatMap(({ source, result }) => [
      ...(source.kind === 'file' && source.hash !== undefined ? [source.hash] : []),
      ...(result?.hash === undefined ? [] : [result.hash]),
    ]),
  )
}
