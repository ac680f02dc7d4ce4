import type { StoreApi } from 'zustand/vanilla'

import type { ColumnSetup } from '../setup/chat-setup.ts'

/** What of a comparison is stored in no other way. */
export interface ComparisonDraft {
  /** The message being written. */
  draft: string
  /** Of one that was run: which it is. */
  id?: string
  /** Of one that was not run: its columns. */
  setups?: readonly ColumnSetup[]
  linked?: boolean
}

/** A message between the form and the stored conversation. */
interface OutboxMessage {
  text: string
  /** The ids of what is attached to it. */
  attachmentIds: readonly string[]
  /** Of a message that goes to several columns: their setup, and the text in place of the one here. */
  comparison?: ComparisonDraft
}

/** The text of the next message, and those that are on their way into the conversation. */
export interface DraftState {
  /** What is being written as the next message; the settings count its URLs. */
  text: string
  /** What was submitted and is not stored yet: still a draft after a crash. */
  pending: readonly OutboxMessage[]
}

interface Drafting {
  draft: StoreApi<DraftState>
}

/**
 * Empties the form; what was in it stays a draft until `stored` has settled.
 * @example
 * await submitDraft(chat, [], async () => {
 *   sendMessages(chat, connection, [{ role: 'user', content: text }])
 *   await chat.writer.settled()
 * })
 */
export async function submitDraft(
  chat: Drafting,
  attachmentIds: readonly string[],
  stored: () => Promise<void>,
): Promise<void> {
  const { text } = chat.draft.getState()
  await submit(chat, { text, attachmentIds }, stored, { text: '' })
}

/** As {@link submitDraft}, for the message of a comparison, whose form empties itself. */
export async function submitComparison(
  chat: Drafting,
  comparison: ComparisonDraft,
  attachmentIds: readonly string[],
  stored: () => Promise<void>,
): Promise<void> {
  await submit(chat, { text: '', attachmentIds, comparison }, stored)
}

async function submit(
  { draft }: Drafting,
  message: OutboxMessage,
  stored: () => Promise<void>,
  form: Partial<DraftState> = {},
): Promise<void> {
  draft.setState(({ pending }) => ({ ...form, pending: [...pending, message] }))
  try {
    await stored()
  } finally {
    draft.setState(({ pending }) => ({ pending: pending.filter((other) => other !== message) }))
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
