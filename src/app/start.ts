import { connectionStore, connectLocal } from '../api/connection.ts'
import { followNetwork } from '../api/network.ts'
import { loadPageConfig } from '../api/page-config.ts'
import { followOtherTabs, settingsStore } from '../storage/settings.ts'

/** What happens once, before the page is drawn: the theme, and the connection to the local service. */
export function start(): void {
  applyTheme()
  settingsStore.subscribe(applyTheme)
  followOtherTabs()
  followNetwork()
  void connectAtStart()
  if (hasOpenPayment())
    void import('../features/wallet/finish-payments.ts').then((m) => m.finishPayments())
}

/** Whether the payment journal noted that something is not finished. */
function hasOpenPayment(): boolean {
  try {
    return localStorage.getItem('playground.open-payment') !== null
  } catch {
    return false
  }
}

async function connectAtStart(): Promise<void> {
  await loadPageConfig()
  // Whoever was quicker with the connection dialog keeps what they chose.
  if (connectionStore.getState().connection === undefined) connectLocal()
}

function applyTheme(): void {
  const { theme } = settingsStore.getState()
  const { dataset } = document.documentElement
  if (theme === 'system') delete dataset['theme']
  else dataset['theme'] = theme
}
