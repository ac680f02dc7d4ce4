import type { IDBPTransaction } from 'idb'

import type { PlaygroundSchema } from '../db/database.ts'
import type { StoredImageFile } from './image-files.ts'
import { hashesOfRun } from './image-run.ts'
import { hashesOfSource } from './image-source.ts'

/** Everything that has files, and the files. */
export const IMAGE_STORES = ['imageRuns', 'imageSources', 'imageFiles'] as const

type ImageTransaction = IDBPTransaction<PlaygroundSchema, typeof IMAGE_STORES, 'readwrite'>

/** Writes the files that are not there yet. Rejects when the disk is full. */
export async function putFiles(
  transaction: ImageTransaction,
  files: readonly StoredImageFile[],
): Promise<void> {
  const kept = transaction.objectStore('imageFiles')
  const byHash = new Map(files.map((file) => [file.hash, file]))
  await Promise.all(
    [...byHash.values()].map(async (file) => {
      if ((await kept.getKey(file.hash)) === undefined) await kept.put(file)
    }),
  )
}

/** Removes those of some files that no run and no source has any more. */
export async function deleteUnusedFiles(
  transaction: ImageTransaction,
  hashes: readonly string[],
): Promise<void> {
  if (hashes.length === 0) return
  const [runs, sources] = await Promise.all([
    transaction.objectStore('imageRuns').getAll(),
    transaction.objectStore('imageSources').getAll(),
  ])
  const used = new Set([
    ...runs.flatMap(hashesOfRun),
    ...sources.flatMap(({ source }) => hashesOfSource(source)),
  ])
  const files = transaction.objectStore('imageFiles')
  await Promise.all(hashes.filter((hash) => !used.has(hash)).map((hash) => files.delete(hash)))
}
