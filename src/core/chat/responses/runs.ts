import type { StoreApi } from 'zustand/vanilla'

import type { ChatRun } from '../../client/chat-completion.ts'
import type { Exchange } from '../../client/exchanges/exchange.ts'
import { type MessageRecord, shownVersion } from '../../storage/conversations/conversation.ts'

export interface RunState {
  /** The answers that are being received, by version id. */
  live: Readonly<Record<string, ChatRun>>
}

/** Registers a run until it settles. */
export function trackRun(runs: StoreApi<RunState>, versionId: string, run: ChatRun): void {
  runs.setState(({ live }) => ({ live: { ...live, [versionId]: run } }))
}

/** Forgets a settled run. */
export function releaseRun(runs: StoreApi<RunState>, versionId: string): void {
  runs.setState(({ live: { [versionId]: _, ...live } }) => ({ live }))
}

/** The ids of the versions among these messages that are being received. */
export function runningVersions(messages: readonly MessageRecord[], { live }: RunState): string[] {
  return messages
    .flatMap((record) => (record.kind === 'answer' ? record.versions.map(({ id }) => id) : []))
    .filter((id) => id in live)
}

/** Ends every run of these versions; what arrived is kept. */
export function stopRuns({ live }: RunState, versionIds: readonly string[]): void {
  for (const id of versionIds) live[id]?.stop()
}

/** Ends every run of these versions and resolves once what arrived stands in the conversation. */
export async function stopAndSettle(
  runs: StoreApi<RunState>,
  versionIds: readonly string[],
): Promise<void> {
  const { live } = runs.getState()
  stopRuns({ live }, versionIds)
  await Promise.all(versionIds.flatMap((id) => live[id]?.done ?? []))
}

/**
 * The id of the request that the Inspector shows by itself: the newest that a person sent since the page
 * was loaded, else that of the last response of the open conversation. What the page sent by itself, what
 * a tool was asked, and what came from a file or the history is shown only when it is chosen.
 * @param exchanges oldest first
 */
export function latestRequest(
  exchanges: readonly Exchange[],
  messages: readonly MessageRecord[],
): string | undefined {
  const isSent = ({ background, protocol, fromFile, fromHistory }: Exchange) =>
    !background && protocol === undefined && fromFile !== true && fromHistory !== true
  return exchanges.findLast(isSent)?.id ?? lastResponse(messages)
}

function lastResponse(messages: readonly MessageRecord[]): string | undefined {
  const answer = messages.findLast((message) => message.kind === 'answer')
  return answer === undefined ? undefined : shownVersion(answer)?.exchangeId
}
