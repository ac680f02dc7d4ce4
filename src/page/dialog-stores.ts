import { createStore } from 'zustand/vanilla'

/** A request that came as text and is to be opened; each is an object of its own. */
export const importStore = createStore<{ text?: string }>(() => ({}))

/** Has the shell show what a text would change, before anything is changed. */
export function openImport(text: string): void {
  importStore.setState({ text }, true)
}

/** Whether the vault's dialog is shown: to unlock or set up, or to manage what is saved. */
export const vaultDialogStore = createStore<{ shown: 'unlock' | 'saved' | undefined }>(() => ({
  shown: undefined,
}))
