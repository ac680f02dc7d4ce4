import { LOCAL_ID, PRACTICE_ID } from '../../core/client/connection/connections.ts'
import { loadOpenConnection } from '../../core/storage/connection/open-connection.ts'
import { localText, sessionText } from '../../core/storage/db/browser-storage.ts'

/*
 * A page that no service served responds by itself. If it opens with an empty chat (`/`, `/chat` or `/chat/`), its worker and what sends are
 * requested once the styles are there, which modules wait for: the rest of the shell has then come when their first bytes do. The build
 * makes a file of this module (`LOADED_EARLY` in scripts/first-screen.mjs), so that it waits for no other script. What can't be loaded is
 * requested again where it is used.
 */
if (
  import.meta.env.MODE === 'static' &&
  /^(?:chat\/?)?$/.test(location.pathname.slice(import.meta.env.BASE_URL.length))
) {
  const open = loadOpenConnection(sessionText, localText) ?? LOCAL_ID
  if (open === LOCAL_ID || open === PRACTICE_ID)
    import('../../page/practice.ts').then(
      (m) => m.startPractice(),
      () => undefined,
    )
  import('../../features/chat/sending.ts').catch(() => undefined)
}
