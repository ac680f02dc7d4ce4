import type { StoreApi } from 'zustand/vanilla'

/** A request that was edited as JSON and not applied yet. */
export interface RequestDraftText {
  text: string
  /** What the words for long data stand for. */
  data: ReadonlyMap<string, string>
  /** The text it was edited from, to see whether the request changed meanwhile. */
  from: string
}

/** Unapplied edits by conversation id: closing the editor does not lose them. */
export type RequestDrafts = Readonly<Record<string, RequestDraftText>>

/** Saves the edit of a conversation's request; without `draft` it is removed. */
export function saveRequestDraft(
  { requestDrafts }: { requestDrafts: StoreApi<RequestDrafts> },
  conversationId: string,
  draft?: RequestDraftText,
): void {
  const { [conversationId]: _, ...others } = requestDrafts.getState()
  requestDrafts.setState(draft ? { ...others, [conversationId]: draft } : others, true)
}
