import { createStore } from 'zustand/vanilla'

import type { ColumnSetup } from '../../../core/chat/compare/comparison.ts'

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
export interface LeavingMessage {
  text: string
  /** The ids of what is attached to it. */
  partIds: readonly string[]
  /** Of a message that goes to several columns: their setup, and the text in place of the one here. */
  comparison?: ComparisonDraft
}

interface DraftText {
  /** What is being written as the next message; the settings count its addresses. */
  text: string
  /** What was taken out of the form and is not stored yet: still a draft for whoever keeps it. */
  leaving: readonly LeavingMessage[]
}

/** The text of the next message, and of those that are on their way into the conversation. */
export const draftTextStore = createStore<DraftText>(() => ({ text: '', leaving: [] }))

/** Replaces the text, or changes the one that is there. */
export function setDraftText(change: string | ((text: string) => string)): void {
  draftTextStore.setState(({ text }) => ({
    text: typeof change === 'string' ? change : change(text),
  }))
}

/** Empties the form; what stood in it stays a draft until `stored` has settled. */
export async function leaveForm(
  partIds: readonly string[],
  stored: () => Promise<void>,
): Promise<void> {
  await leave({ text: draftTextStore.getState().text, partIds }, stored, { text: '' })
}

/** As {@link leaveForm}, for the message of a comparison, whose form empties itself. */
export async function leaveComparison(
  comparison: ComparisonDraft,
  partIds: readonly string[],
  stored: () => Promise<void>,
): Promise<void> {
  await leave({ text: '', partIds, comparison }, stored)
}

async function leave(
  message: LeavingMessage,
  stored: () => Promise<void>,
  form: Partial<DraftText> = {},
): Promise<void> {
  draftTextStore.setState(({ leaving }) => ({ ...form, leaving: [...leaving, message] }))
  try {
    await stored()
  } finally {
    draftTextStore.setState(({ leaving }) => ({
      leaving: leaving.filter((other) => other !== message),
    }))
  }
}

/** Puts words in front of those that are there, on a line of their own; the same words stay once. */
export function putInFront(words: string): void {
  setDraftText((typed) => wordsInFront(words, typed))
}

/** The words followed by those typed since. */
export function wordsInFront(words: string, typed: string): string {
  if (typed === '' || typed === words) return words
  return words === '' ? typed : `${words}\n${typed}`
}
