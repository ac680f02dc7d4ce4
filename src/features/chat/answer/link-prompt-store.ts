import { createStore } from 'zustand/vanilla'

/** Who an address comes from: that decides how far it can be trusted. */
export type LinkOrigin = 'model' | 'person' | 'search' | 'service'

interface LinkPromptState {
  url: string | undefined
  from: LinkOrigin
}

/** The address that someone pressed, until they say whether to open it. */
export const linkPromptStore = createStore<LinkPromptState>(() => ({
  url: undefined,
  from: 'model',
}))

/** Asks before an address is opened: the words of a link may say something else than its host. */
export function askAboutLink(
  url: string,
  event: Pick<Event, 'preventDefault'>,
  from: LinkOrigin = 'model',
): void {
  event.preventDefault()
  linkPromptStore.setState({ url, from })
}
