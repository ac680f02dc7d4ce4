import { createStore } from 'zustand/vanilla'

/** What is being written as the next message; the settings count its addresses. */
export const draftTextStore = createStore<{ text: string }>(() => ({ text: '' }))

/** Replaces the text, or changes the one that is there. */
export function setDraftText(change: string | ((text: string) => string)): void {
  draftTextStore.setState(({ text }) => ({
    text: typeof change === 'string' ? change : change(text),
  }))
}
