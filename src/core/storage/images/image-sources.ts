import { database } from '../db/database.ts'
import { deleteUnusedFiles, IMAGE_STORES, putFiles } from './image-runs.ts'
import { hashesOfSource, packSource, unpackSource, type ImageSource } from './image-source.ts'

/** The ids of all that is kept, the latest first. */
export async function listImageSources(): Promise<string[]> {
  const all = await (await database()).getAll('imageSources')
  return all.toSorted((a, b) => b.savedAt - a.savedAt).map(({ id }) => id)
}

/** What is kept under an id; undefined when there is nothing, or not all of it. */
export async function findImageSource(id: string): Promise<ImageSource | undefined> {
  const transaction = (await database()).transaction(IMAGE_STORES)
  const found = await transaction.objectStore('imageSources').get(id)
  if (found === undefined) return undefined
  const files = await Promise.all(
    hashesOfSource(found.source).map((hash) => transaction.objectStore('imageFiles').get(hash)),
  )
  const byHash = new Map(files.flatMap((file) => (file ? [[file.hash, file.file]] : [])))
  return unpackSource(found.source, byHash)
}

/**
 * Keeps a source in the place of what was under the id; the files of that go when nothing else has
 * them. Rejects, and leaves everything as it was, when the disk is full or a file cannot be read.
 */
export async function saveImageSource(id: string, source: ImageSource): Promise<void> {
  const { stored, files } = await packSource(source)
  await database.write(IMAGE_STORES, async ([, sources], transaction) => {
    const before = await sources.get(id)
    await putFiles(transaction, files)
    await sources.put({ id, savedAt: Date.now(), source: stored })
    if (before !== undefined) await deleteUnusedFiles(transaction, hashesOfSource(before.source))
  })
}

/** Forgets what is kept under an id, and its files as far as nothing else has them. */
export async function removeImageSource(id: string): Promise<void> {
  await database.write(IMAGE_STORES, async ([, sources], transaction) => {
    const before = await sources.get(id)
    await sources.delete(id)
    if (before !== undefined) await deleteUnusedFiles(transaction, hashesOfSource(before.source))
  })
}
