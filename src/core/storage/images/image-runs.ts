import type { IDBPTransaction } from 'idb'

import { createChannel } from '../db/channel.ts'
import { database, type PlaygroundSchema } from '../db/database.ts'
import { inParallel } from '../db/open-database.ts'
import type { StoredImageFile } from './image-files.ts'
import { hashesOfRun, type ImageRun, packRun, unpackRun } from './image-run.ts'
import { hashesOfSource } from './image-source.ts'

const channel = createChannel<'changed'>('image-runs')

/** Calls back after another tab changed any run. Gives the way to stop. */
export function followOtherTabsRuns(listener: () => void): () => void {
  return channel.subscribeOtherTabs(listener)
}

/** All runs of this browser, the latest first. */
export async function listImageRuns(): Promise<ImageRun[]> {
  const transaction = (await database()).transaction(['imageRuns', 'imageFiles'])
  const [runs, files] = await Promise.all([
    transaction.objectStore('imageRuns').getAll(),
    transaction.objectStore('imageFiles').getAll(),
  ])
  const byHash = new Map(files.map(({ hash, file }) => [hash, file]))
  return runs.map((run) => unpackRun(run, byHash)).toSorted((a, b) => b.startedAt - a.startedAt)
}

/** Writes runs, new ones and changed ones, to the disk; all or none. Rejects when it is full. */
export async function saveImageRuns(runs: readonly ImageRun[]): Promise<void> {
  // A transaction does not wait for what is not its own: the files are hashed before.
  const packed = await Promise.all(runs.map(packRun))
  await database.writeToDisk(IMAGE_STORES, async ([store], transaction) => {
    await putFiles(
      transaction,
      packed.flatMap(({ files }) => files),
    )
    await inParallel(
      packed.map(
        ({ stored }) =>
          () =>
            store.put(stored),
      ),
    )
  })
  channel.publish('changed')
}

/** Removes a run, and its pictures as far as no other run has them. */
export async function deleteImageRun(id: string): Promise<void> {
  await database.write(IMAGE_STORES, async ([runs], transaction) => {
    const run = await runs.get(id)
    await runs.delete(id)
    if (run !== undefined) await deleteUnusedFiles(transaction, hashesOfRun(run))
  })
  channel.publish('changed')
}

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
