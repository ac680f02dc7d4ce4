import { createSavedConnections } from '../core/storage/connection/saved-connections.ts'
import { localText, sessionText } from '../core/storage/db/browser-storage.ts'

/** The saved connections of this browser; apart from the client, since the first screen does without. */
export const savedConnections = createSavedConnections({
  local: localText,
  session: sessionText,
  events: window,
})
