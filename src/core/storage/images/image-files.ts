import { hexOfBytes } from '../../../../contract/encoding/bytes.ts'

/** A picture file as it lies in the database: once, however many runs and sources have it. */
export interface StoredImageFile {
  /** SHA-256 of the bytes, hexadecimal. */
  hash: string
  file: Blob
}

/** How a record has a file. */
export interface FileByHash {
  hash: string
  /** What the file is to this record: the same bytes may be a picture to one and nothing to another. */
  mediaType: string
}

/** Files that were hashed once are not hashed again. */
const hashes = new WeakMap<Blob, Promise<string>>()

function hashOf(file: Blob): Promise<string> {
  const known = hashes.get(file)
  if (known !== undefined) return known
  const hash = file
    .arrayBuffer()
    .then((bytes) => crypto.subtle.digest('SHA-256', bytes))
    .then((digest) => hexOfBytes(new Uint8Array(digest)))
  hashes.set(file, hash)
  return hash
}

/** A file for the database, and how a record has it. Rejects when it cannot be read. */
export async function packFile(
  file: Blob,
): Promise<{ byHash: FileByHash; stored: StoredImageFile }> {
  const hash = await hashOf(file)
  return { byHash: { hash, mediaType: file.type }, stored: { hash, file } }
}

/** The file of a record. One that is missing is empty: the record says what there was. */
export function unpackFile(
  { hash, mediaType }: { hash: string; mediaType?: string | undefined },
  files: ReadonlyMap<string, Blob>,
): Blob {
  const found = files.get(hash)
  if (found === undefined) return new Blob()
  const isSame = mediaType === undefined || found.type === mediaType
  const file = isSame ? found : found.slice(0, found.size, mediaType)
  hashes.set(file, Promise.resolve(hash))
  return file
}
