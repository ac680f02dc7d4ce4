import { LOCAL_ID, PRACTICE_ID } from '../../core/client/connection/connections.ts'
import { loadOpenConnection } from '../../core/storage/connection/open-connection.ts'
import { localText, sessionText } from '../../core/storage/db/browser-storage.ts'

/*
 * A page that no service served responds by itself. What a first response waits for is requested as soon as a script runs: the network
 * has nothing else to do while the page is put together and drawn.
 */
if (import.meta.env.MODE === 'static' && isEmptyChat()) {
  const open = loadOpenConnection(sessionText, localText) ?? LOCAL_ID
  if (open === LOCAL_ID || open === PRACTICE_ID) load(import('../../page/practice.ts'))
  load(import('../../features/chat/sending.ts'))
}

/** `/`, `/chat` or `/chat/`. */
function isEmptyChat(): boolean {
  return /^(?:chat\/?)?$/.test(location.pathname.slice(import.meta.env.BASE_URL.length))
}

/** What can't be loaded is requested again where it is used. */
function load(part: Promise<unknown>): void {
  part.catch(() => undefined)
}
