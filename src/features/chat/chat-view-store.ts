import { createStore } from 'zustand/vanilla'

interface ChatViewState {
  /** Undefined: as the screen's width suggests. */
  settingsOpen: boolean | undefined
  presetsOpen: boolean
}

/** What the chat screen shows besides the conversation. */
export const chatViewStore = createStore<ChatViewState>(() => ({
  settingsOpen: undefined,
  presetsOpen: false,
}))
