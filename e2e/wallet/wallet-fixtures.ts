import { fund } from '../support/chain-truth.ts'
import { test as base } from '../support/fixtures.ts'
import { installTestWallet, type TestWallet } from '../support/test-wallet.ts'
import { WalletScreen } from '../support/wallet-screen.ts'

/** The wallet area, with a funded wallet that is connected. */
export const test = base.extend<{ testWallet: TestWallet; wallet: WalletScreen }>({
  testWallet: async ({ page }, use) => {
    await use(await installTestWallet(page))
  },
  wallet: async ({ page, service, testWallet }, use) => {
    await fund(page, service.ready, testWallet.address)
    const wallet = new WalletScreen(page)
    await wallet.open()
    await wallet.connect('Test wallet')
    await use(wallet)
  },
})
