import { createStore } from 'zustand/vanilla'

/** Whether the vault's dialog is shown: to unlock or set up, or to manage what is saved. */
export const vaultDialogStore = createStore<{ shown: 'unlock' | 'saved' | undefined }>(() => ({
  shown: undefined,
}))
