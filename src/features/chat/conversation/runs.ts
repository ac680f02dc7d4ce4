import { createStore } from 'zustand/vanilla'

import type { ChatRun } from '../../../core/client/chat-completion.ts'
import type { MessageRecord } from '../../../core/storage/conversations/conversation.ts'

interface RunState {
  /** The answers that are being received, by version id. */
  live: Readonly<Record<string, ChatRun>>
}

/** The chat requests under way in this tab. They go on when another conversation is opened. */
export const runStore = createStore<RunState>(() => ({ live: {} }))

/** Registers a run until it settles. */
export function trackRun(versionId: string, run: ChatRun): void {
  runStore.setState(({ live }) => ({ live: { ...live, [versionId]: run } }))
}

/** Forgets a settled run. */
export function releaseRun(versionId: string): void {
  runStore.setState(({ live: { [versionId]: _, ...live } }) => ({ live }))
}

/** The ids of the versions among these messages that are being received. */
export function runningVersions(
  messages: readonly MessageRecord[],
  { live }: Pick<RunState, 'live'> = runStore.getState(),
): string[] {
  return messages
    .flatMap((record) => (record.kind === 'answer' ? record.versions.map(({ id }) => id) : []))
    .filter((id) => id in live)
}

/** Ends every run of these versions; what arrived is kept. */
export function stopRuns(versionIds: readonly string[]): void {
  const { live } = runStore.getState()
  for (const id of versionIds) live[id]?.stop()
}

/** Ends every run of these versions and resolves once what arrived stands in the conversation. */
export async function stopAndSettle(versionIds: readonly string[]): Promise<void> {
  const { live } = runStore.getState()
  stopRuns(versionIds)
  await Promise.all(versionIds.flatMap((id) => live[id]?.done ?? []))
}
