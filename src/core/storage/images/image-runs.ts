import { liveAnswerIds } from '../conversations/answer-lock.ts'
import { allOrNothing, inParallel } from '../db/all-or-nothing.ts'
import { createChannel } from '../db/channel.ts'
import { database } from '../db/database.ts'
import { hashesOfRun, packRun, unpackRun, type ImageRun } from './image-run.ts'
import { deleteUnusedFiles, IMAGE_STORES, putFiles } from './save-image-files.ts'

const channel = createChannel<'changed'>('image-runs')

/** Calls back after another tab changed any run. Gives the way to stop. */
export function followOtherTabsRuns(listener: () => void): () => void {
  return channel.subscribeOtherTabs(listener)
}

/**
 * All runs of this browser, the latest first. One that still stands as running, though no tab waits
 * for it any more, is given as `unknown`.
 */
export async function listImageRuns(): Promise<ImageRun[]> {
  const db = await database()
  const live = await liveAnswerIds()
  const transaction = db.transaction(['imageRuns', 'imageFiles'])
  const [runs, files] = await Promise.all([
    transaction.objectStore('imageRuns').getAll(),
    transaction.objectStore('imageFiles').getAll(),
  ])
  const byHash = new Map(files.map(({ hash, file }) => [hash, file]))
  return runs
    .map((run) => withUnknownOutcome(unpackRun(run, byHash), live))
    .toSorted((a, b) => b.startedAt - a.startedAt)
}

/** A run as it stands, given which runs some tab waits for. */
export function withUnknownOutcome(run: ImageRun, live: ReadonlySet<string>): ImageRun {
  return run.state === 'running' && !live.has(run.id) ? { ...run, state: 'unknown' } : run
}

/** Writes runs, new ones and changed ones; all or none. Rejects when the disk is full. */
export async function saveImageRuns(runs: readonly ImageRun[]): Promise<void> {
  const db = await database()
  // A transaction does not wait for what is not its own: the files are hashed before.
  const packed = await Promise.all(runs.map(packRun))
  const transaction = db.transaction(IMAGE_STORES, 'readwrite')
  const store = transaction.objectStore('imageRuns')
  await allOrNothing(transaction, async () => {
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
  const db = await database()
  const transaction = db.transaction(IMAGE_STORES, 'readwrite')
  const runs = transaction.objectStore('imageRuns')
  await allOrNothing(transaction, async () => {
    const run = await runs.get(id)
    await runs.delete(id)
    if (run !== undefined) await deleteUnusedFiles(transaction, hashesOfRun(run))
  })
  channel.publish('changed')
}
