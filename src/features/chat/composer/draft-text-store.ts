import { createStore } from 'zustand/vanilla'

/** A message between the form and the stored conversation. */
interface LeavingMessage {
  text: string
  /** The ids of what is attached to it. */
  partIds: readonly string[]
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
  const message: LeavingMessage = { text: draftTextStore.getState().text, partIds }
  draftTextStore.setState(({ leaving }) => ({ text: '', leaving: [...leaving, message] }))
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
