import type { CellRecord } from '../board.ts'
import type { EvaluationWorld } from './evaluation-world.ts'

type Locks = EvaluationWorld['client']['world']['locks']

/**
 * Runs a task while no other tab runs this board, nor this one; undefined when one does. The lock is free
 * again as soon as the tab is gone, however it went. Where the browser has no locks the task runs.
 */
export async function withRunLock<T>(
  locks: Locks,
  boardId: string,
  task: () => Promise<T>,
): Promise<{ value: T } | undefined> {
  if (locks === undefined) return { value: await task() }
  let isDecided = false
  try {
    return await locks.request(nameOf(boardId), { ifAvailable: true }, async (lock) => {
      isDecided = true
      return lock === null ? undefined : { value: await task() }
    })
  } catch (error) {
    // The browser refused the lock: this tab goes on alone. A fault of the task is not hidden.
    if (isDecided) throw error
    return { value: await task() }
  }
}

/** Runs a task once no tab runs a board. */
export async function afterRun(
  locks: Locks,
  boardId: string,
  task: () => Promise<void>,
): Promise<void> {
  await locks?.request(nameOf(boardId), task)
}

function nameOf(boardId: string): string {
  return `board-run:${boardId}`
}

/**
 * Settles cells that were being sent when their tab went away: whether those without a response were charged is not known, and
 * nothing is sent again by itself. Called under the lock of the board. Returns all its cells as they are now.
 */
export async function recoverCells(
  { storage }: Pick<EvaluationWorld, 'storage'>,
  boardId: string,
): Promise<readonly CellRecord[]> {
  const records = await storage.loadCells(boardId)
  const recovered = records.filter(({ status }) => status === 'running').map(interrupted)
  if (recovered.length === 0) return records
  await storage.saveCells(boardId, recovered)
  return [...records.filter(({ status }) => status !== 'running'), ...recovered]
}

function interrupted(record: CellRecord): CellRecord {
  // What its checks have not found yet they can find later.
  if (record.response !== undefined) return { ...record, status: 'done' }
  const message = 'The page was closed before the response was complete. It may have been charged.'
  return { ...record, status: 'error', error: { message, mayBeCharged: true } }
}
