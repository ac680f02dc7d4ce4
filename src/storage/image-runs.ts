import { liveAnswerIds } from './answer-lock.ts'
import { database } from './database.ts'
import type { ImageRun } from './image-run.ts'

/** Carries "a run changed" to the other tabs; never the data itself. */
const channel =
  typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel('image-runs')

/** Calls back after another tab changed any run. Gives the way to stop. */
export function followOtherTabsRuns(listener: () => void): () => void {
  channel?.addEventListener('message', listener)
  return () => channel?.removeEventListener('message', listener)
}

/**
 * All runs of this browser, the latest first. One that still stands as running, though no tab waits
 * for it any more, is given as `unknown`.
 */
export async function listImageRuns(): Promise<ImageRun[]> {
  const db = await database()
  const live = await liveAnswerIds()
  const runs = await db.getAll('imageRuns')
  return runs
    .map((run) => withUnknownOutcome(run, live))
    .toSorted((a, b) => b.startedAt - a.startedAt)
}

/** A run as it stands, given which runs some tab waits for. */
export function withUnknownOutcome(run: ImageRun, live: ReadonlySet<string>): ImageRun {
  return run.state === 'running' && !live.has(run.id) ? { ...run, state: 'unknown' } : run
}

/** Writes runs, new ones and changed ones; all or none. Rejects when the disk is full. */
export async function saveImageRuns(runs: readonly ImageRun[]): Promise<void> {
  const db = await database()
  const transaction = db.transaction('imageRuns', 'readwrite')
  await Promise.all([...runs.map((run) => transaction.store.put(run)), transaction.done])
  channel?.postMessage('changed')
}

/** Removes a run with its pictures. */
export async function deleteImageRun(id: string): Promise<void> {
  const db = await database()
  await db.delete('imageRuns', id)
  channel?.postMessage('changed')
}
