import { fund } from '../../../e2e/support/chain-truth.ts'
import { installTestWallet, type TestWallet } from '../../../e2e/support/test-wallet.ts'
import { WalletScreen } from '../../../e2e/support/wallet-screen.ts'
import { test as base } from './open-page.tsx'

/** The wallet area, with a funded wallet that is connected. */
export const test = base.extend<{ testWallet: TestWallet; wallet: WalletScreen }>({
  testWallet: async ({ page }, give) => {
    await give(await installTestWallet(page))
  },
  wallet: async ({ page, service, testWallet }, give) => {
    await fund(page, service.ready, testWallet.address)
    const wallet = new WalletScreen(page)
    await wallet.open()
    await wallet.connect('Test wallet')
    await give(wallet)
  },
})
