import { createStore } from 'zustand/vanilla'

/** A request that was edited as JSON and not applied yet. */
export interface RequestDraftText {
  text: string
  /** What the words for long data stand for. */
  data: ReadonlyMap<string, string>
  /** The text it was edited from, to see whether the request changed meanwhile. */
  from: string
}

/** Unapplied edits by conversation id: closing the editor does not lose them. */
export const requestDrafts = createStore<Readonly<Record<string, RequestDraftText>>>(() => ({}))

/** Keeps an edit, or forgets it. */
export function keepDraft(conversationId: string, draft: RequestDraftText | undefined): void {
  const { [conversationId]: _, ...others } = requestDrafts.getState()
  requestDrafts.setState(
    draft === undefined ? others : { ...others, [conversationId]: draft },
    true,
  )
}
