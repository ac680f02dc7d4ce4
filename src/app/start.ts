import { LOCAL_ID } from '../core/client/connection/connections.ts'
import { loadPageConfig } from '../core/client/connection/service-config.ts'
import { localText, sessionText } from '../core/storage/db/browser-storage.ts'
import { client } from '../page/client.ts'
import { settings } from '../page/settings.ts'
import { loadConnections, loadWallet } from './lazy.ts'

/** Where the connection of an earlier visit is named. */
const OPEN_KEY = 'playground.openConnection'

/** What happens once, before the page is drawn: the theme, and the connection to the local service. */
export function start(): void {
  applyTheme()
  settings.store.subscribe(applyTheme)
  settings.followOtherTabs(window)
  client.network.follow()
  void connectAtStart()
  if (isNoted('playground.open-payment')) void loadWallet().then((m) => m.resumeOpenTopUps())
}

/** Whether something goes on from an earlier visit: a payment, paying from a wallet. */
function isNoted(key: string): boolean {
  return localText.load(key) !== undefined
}

async function connectAtStart(): Promise<void> {
  // Before there is a connection, so that nothing is paid with the key in between.
  const wallet = isNoted('playground.payFromWallet')
    ? await loadWallet().catch(() => undefined)
    : undefined
  const open = sessionText.load(OPEN_KEY) ?? localText.load(OPEN_KEY) ?? LOCAL_ID
  const other = open === LOCAL_ID ? undefined : await loadConnections().catch(() => undefined)
  await loadPageConfig(client)
  // Whoever was quicker with the connection dialog keeps what they chose.
  if (client.connections.store.getState().connection !== undefined) return
  if (other?.reopenConnection() !== true) client.connections.connectLocal()
  void wallet?.restorePayingWallet()
}

function applyTheme(): void {
  const { theme } = settings.store.getState()
  const { dataset } = document.documentElement
  if (theme === 'system') delete dataset['theme']
  else dataset['theme'] = theme
  // The browser's own bars have the color of the first of these that counts.
  for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[name=theme-color]')) {
    const own = meta.dataset['theme'] ?? ''
    const isChosen = own === theme ? 'all' : 'not all'
    meta.media = theme === 'system' ? `(prefers-color-scheme: ${own})` : isChosen
  }
}
