import { LOCAL_ID, PRACTICE_ID } from '../../core/client/connection/own-connections.ts'
import { loadOpenConnection } from '../../core/storage/connection/open-connection.ts'
import { localText, sessionText } from '../../core/storage/db/browser-storage.ts'

/** Whether a page that no service served opens with an empty chat: `/`, `/chat` or `/chat/`. */
export const isEmptyStaticChat =
  import.meta.env.MODE === 'static' &&
  /^(?:chat\/?)?$/.test(location.pathname.slice(import.meta.env.BASE_URL.length))

/*
 * A page that no service served responds by itself. Its worker, a third of what a first response waits for, is requested once the styles are
 * there, which modules wait for: the rest of the shell has then come when its first bytes do. The build makes a
 * file of this one (`LOADED_EARLY` in scripts/first-screen.mjs), so that it waits for no other script.
 */
if (isEmptyStaticChat) {
  const open = loadOpenConnection(sessionText, localText) ?? LOCAL_ID
  if (open === LOCAL_ID || open === PRACTICE_ID)
    // What can't be loaded is requested again where it is used.
    import('../../page/practice.ts').catch(() => undefined)
}
