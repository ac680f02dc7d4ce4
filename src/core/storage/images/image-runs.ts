import { createChannel } from '../db/channel.ts'
import { database } from '../db/database.ts'
import { inParallel } from '../db/open-database.ts'
import { hashesOfRun, packRun, unpackRun, type ImageRun } from './image-run.ts'
import { deleteUnusedFiles, IMAGE_STORES, putFiles } from './save-image-files.ts'

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
