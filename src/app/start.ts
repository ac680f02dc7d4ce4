import { loadPageConfig } from '../core/client/connection/service-config.ts'
import { localText } from '../core/storage/db/browser-storage.ts'
import { client } from '../page/client.ts'
import { settings } from '../page/settings.ts'
import { loadOtherApi, loadWallet } from './lazy.ts'

/** What happens once, before the page is drawn: the theme, and the connection to the local service. */
export function start(): void {
  applyTheme()
  settings.store.subscribe(applyTheme)
  settings.followOtherTabs(window)
  client.network.follow()
  void connectAtStart()
  if (isNoted('playground.open-payment')) void loadWallet().then((m) => m.resumeOpenTopUps())
}

/** Whether something goes on from an earlier visit: a payment, paying from a wallet, an open API. */
function isNoted(key: string): boolean {
  return localText.load(key) !== undefined
}

async function connectAtStart(): Promise<void> {
  // Before there is a connection, so that nothing is paid with the key in between.
  const wallet = isNoted('playground.payFromWallet')
    ? await loadWallet().catch(() => undefined)
    : undefined
  const other = isNoted('playground.openApi')
    ? await loadOtherApi().catch(() => undefined)
    : undefined
  await loadPageConfig(client)
  // Whoever was quicker with the connection dialog keeps what they chose.
  if (client.connections.store.getState().connection !== undefined) return
  if (other?.reopenApi() !== true) client.connections.connectLocal()
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
