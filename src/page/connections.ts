import { createKeyHandover } from '../core/client/connection/handed-keys.ts'
import { createSavedConnections } from '../core/storage/connection/saved-connections.ts'
import { localText, sessionText } from '../core/storage/db/browser-storage.ts'

/** The saved connections of this browser; apart from the client, since the first screen does without. */
export const savedConnections = createSavedConnections({
  local: localText,
  session: sessionText,
  events: window,
})

/** Keeps keys over the load that a newly allowed origin needs. Pages by plain http have no service worker. */
export const keyHandover = createKeyHandover({
  session: sessionText,
  keeper: () => ('serviceWorker' in navigator && navigator.serviceWorker.controller) || undefined,
  random: { uuid: () => crypto.randomUUID() },
  go: (address) => location.assign(address),
})
