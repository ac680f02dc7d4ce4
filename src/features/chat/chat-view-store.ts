import { createStore } from 'zustand/vanilla'

interface ChatViewState {
  /** Undefined: as the screen's width suggests. */
  settingsOpen: boolean | undefined
  presetsOpen: boolean
  /** What holds Send back though the message is fine, in words. */
  sendHeldBy: string | undefined
  /** How the settings are shown: as a form, or the whole request as JSON. */
  settingsView: 'form' | 'json'
}

/** What the chat screen shows besides the conversation. */
export const chatViewStore = createStore<ChatViewState>(() => ({
  settingsOpen: undefined,
  presetsOpen: false,
  sendHeldBy: undefined,
  settingsView: 'form',
}))
