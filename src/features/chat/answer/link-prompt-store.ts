import { createStore } from 'zustand/vanilla'

/** The address in an answer that someone pressed, until they say whether to open it. */
export const linkPromptStore = createStore<{ url: string | undefined }>(() => ({ url: undefined }))

/** Asks before an address from an answer is opened: its words may say something else than its host. */
export function askAboutLink(url: string, event: MouseEvent): void {
  event.preventDefault()
  linkPromptStore.setState({ url })
}
