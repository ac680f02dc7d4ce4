import { useStore } from 'zustand'

import type { ImageRun } from '../../../core/storage/images/image-run.ts'
import { runsStore } from './runs-store.ts'

/** The runs of this tab that can be cancelled. */
export const controllers = new Map<string, AbortController>()

/** Exchange ids of the runs of this page. */
export const exchangeIds = new Map<string, string>()

/** The exchange of a run, where this page made it. */
export function exchangeIdOf(run: ImageRun): string | undefined {
  return exchangeIds.get(run.id)
}

/**
 * Whether this tab is waiting for an edit: nothing more is sent meanwhile. An edit whose answer is
 * there is over, though it may still be written to the disk.
 */
export function isEditing(): boolean {
  return isWaiting(runsStore.getState())
}

/** The same, followed as it changes. */
export function useEditing(): boolean {
  return useStore(runsStore, isWaiting)
}

function isWaiting({ runs }: { runs: readonly ImageRun[] }): boolean {
  return runs.some(({ id, state }) => state === 'running' && canCancel(id))
}

/** Gives up waiting. The service may finish the edit, and bill it. */
export function cancelRun(id: string): void {
  controllers.get(id)?.abort()
}

/** Whether this tab can still give up a run. */
export function canCancel(id: string): boolean {
  return controllers.has(id)
}
