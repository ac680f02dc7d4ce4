import { loadWalletRelay } from '../../core/client/connection/wallet-config.ts'
import { subscribePayments } from '../../core/storage/payments/payment-journal.ts'
import { setUpDrivers } from '../../core/wallet/session/drivers.ts'
import { followOwner } from '../../core/wallet/state/follow-owner.ts'
import { readPayments } from '../../core/wallet/top-up/payments-store.ts'
import { client } from '../../page/client.ts'
import { browserWorld } from './browser-world.ts'
import { showSignatureWaits } from './signature-toasts.ts'

setUpDrivers({
  openSolana: async () => (await import('./session/solana-wallets.tsx')).openSolanaWallets(),
  loadRelay: () => loadWalletRelay(client),
})
followOwner(browserWorld)
showSignatureWaits(browserWorld.signatureWaits)
subscribePayments(() => void readPayments(browserWorld))
