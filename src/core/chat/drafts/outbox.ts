import type { StoreApi } from 'zustand/vanilla'

/** A message between the form and the stored conversation. */
interface OutboxMessage {
  text: string
  /** The ids of what is attached to it. */
  attachmentIds: readonly string[]
}

/** The text of the next message, and those that are on their way into the conversation. */
export interface DraftState {
  /** What is being written as the next message; the settings count its URLs. */
  text: string
  /** What was submitted and is not stored yet: still a draft after a crash. */
  pending: readonly OutboxMessage[]
  /** What is being written is sent once the response under way is complete, see `queue-draft.ts`. */
  queued: boolean
}

interface Drafting {
  draft: StoreApi<DraftState>
}

/** Empties the form; what was in it stays a draft until `stored`, which gets its text, has settled. */
export async function submitDraft(
  chat: Drafting,
  attachmentIds: readonly string[],
  stored: (text: string) => Promise<void>,
): Promise<void> {
  const { text } = chat.draft.getState()
  const message = { text, attachmentIds }
  chat.draft.setState(({ pending }) => ({ text: '', pending: [...pending, message] }))
  try {
    await stored(text)
  } finally {
    chat.draft.setState(({ pending }) => ({
      pending: pending.filter((other) => other !== message),
    }))
  }
}

/** Puts a text in front of the one that is there, on a line of its own; the same text stays once. */
export function prependToDraft({ draft }: Drafting, text: string): void {
  draft.setState((now) => ({ text: joinTexts(text, now.text) }))
}

/** A text followed by what was typed since. */
export function joinTexts(text: string, typed: string): string {
  if (typed === '' || typed === text) return text
  return text === '' ? typed : `${text}\n${typed}`
}
