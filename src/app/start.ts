import { LOCAL_ID, PRACTICE_ID } from '../core/client/connection/connections.ts'
import { loadPageConfig } from '../core/client/connection/service-config.ts'
import { isSignInResponse, SIGN_IN_CHANNEL } from '../core/mcp/sign-in/callback.ts'
import { HANDOVER_KEY, loadOpenConnection } from '../core/storage/connection/open-connection.ts'
import { localText, sessionText } from '../core/storage/db/browser-storage.ts'
import { client, loadPractice, settings } from '../page/client.ts'
import { keepInputMethodKeys } from '../ui/input-method.ts'
import { holdOwnBuild } from './service-worker/own-build.ts'

const loadWallet = () => import('../page/wallet/wallet.ts')

/**
 * What happens once, before the page is drawn: its build is kept, the rule of input methods, the theme once it changes, and the connection to
 * the local service or, where none answers, to the one that runs in the page.
 */
export function start(): void {
  keepInputMethodKeys(window)
  holdOwnBuild()
  passOnSignIn()
  settings.store.subscribe(({ theme }) => {
    document.documentElement.dataset['theme'] = theme
  })
  settings.followOtherTabs(window)
  client.network.follow()
  void connectAtStart()
  if (isNoted('playground.open-payment')) void loadWallet().then((m) => m.resumeOpenTopUps())
}

function isNoted(key: string): boolean {
  return localText.load(key) !== undefined
}

async function connectAtStart(): Promise<void> {
  // Before there is a connection, so that nothing is paid with the key in between.
  const wallet = isNoted('playground.payFromWallet')
    ? await loadWallet().catch(() => undefined)
    : undefined
  const open = loadOpenConnection(sessionText, localText) ?? LOCAL_ID
  const isSaved = open !== LOCAL_ID && open !== PRACTICE_ID
  const hasKeys = sessionText.load(HANDOVER_KEY) !== undefined
  const other =
    isSaved || hasKeys
      ? await import('./connection/connection-dialog.tsx').catch(() => undefined)
      : undefined
  if (hasKeys) await other?.openWithKeys()
  // A page that no service served has nothing to wait for: it is drawn with its connection.
  const { config } = client.connections.store.getState()
  const { baseUrl } = config.mode === 'static' ? config : await loadPageConfig(client)
  // Whoever was quicker with the connection dialog keeps what they chose.
  if (client.connections.store.getState().connection !== undefined) return
  if (!isSaved || other?.reopenConnection() !== true) {
    if (baseUrl !== undefined && open !== PRACTICE_ID) client.connections.connectLocal()
    else {
      client.connections.connectPractice()
      // So that the first message need not wait for it; what fails here is tried again by that.
      void loadPractice().catch(() => undefined)
    }
  }
  void wallet?.restorePayingWallet()
}

/** In the window of a sign-in to a tool server: passes the response on, clears the URL and closes. */
function passOnSignIn(): void {
  const { search, pathname } = location
  if (!isSignInResponse(search)) return
  const channel = new BroadcastChannel(SIGN_IN_CHANNEL)
  channel.postMessage(search)
  channel.close()
  history.replaceState(null, '', pathname)
  window.close()
}
