import { LOCAL_ID, PRACTICE_ID } from '../../core/client/connection/connections.ts'
import { loadOpenConnection } from '../../core/storage/connection/open-connection.ts'
import { localText, sessionText } from '../../core/storage/db/browser-storage.ts'

/*
 * A page that no service served responds by itself. If it opens with an empty chat (`/`, `/chat` or `/chat/`), its worker and what sends are
 * requested before the shell has run, so that the link never rests. The build makes a file of this module (`LOADED_EARLY` in
 * scripts/first-screen.mjs), which waits for no other script. What can't be loaded is requested again where it is used.
 */
let isStarted = false

/** Requests what a first response of this page waits for, once. */
export function startEarly() {
  if (
    isStarted ||
    import.meta.env.MODE !== 'static' ||
    !/^(?:chat\/?)?$/.test(location.pathname.slice(import.meta.env.BASE_URL.length))
  )
    return
  isStarted = true
  const open = loadOpenConnection(sessionText, localText) ?? LOCAL_ID
  if (open === LOCAL_ID || open === PRACTICE_ID)
    import('../../page/practice.ts').then(
      (m) => m.startPractice(),
      () => undefined,
    )
  import('../../features/chat/sending.ts').catch(() => undefined)
}

// What is requested at once takes most of the link from the shell, which is still coming. So it is given the time that the page itself took.
const [page] = performance.getEntriesByType('navigation')
if (page instanceof PerformanceNavigationTiming)
  setTimeout(startEarly, page.responseEnd - page.requestStart)
