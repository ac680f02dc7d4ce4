import type { Locator } from '@playwright/test'

import { fund } from '../support/chain-truth.ts'
import { ChatScreen } from '../support/chat-screen.ts'
import { connectTo } from '../support/connect-to.ts'
import { test as base, expect } from '../support/fixtures.ts'
import type { TestService } from '../support/service-pool.ts'
import { installTestWallet, type TestWallet } from '../support/test-wallet.ts'
import { PASSPHRASE, VaultScreen } from '../support/vault-screen.ts'
import { WalletScreen } from '../support/wallet-screen.ts'

/** The page is served with test networks; the API that it is connected to names Base, as real ones do. */
const test = base.extend<{ remote: TestService; testWallet: TestWallet }>({
  remote: async ({ services, service }, use) => {
    const { origin } = new URL(service.ready.appUrl)
    const flags = ['--memory', '--port', '0', '--rate', '1000', '--tier', 'partner']
    const own = ['--network-ids', 'mainnet', '--allow-origin', origin]
    const remote = await services.start([...flags, ...own])
    await use(remote)
    await remote.stop()
  },
  testWallet: async ({ page, remote }, use) => {
    const { rpcUrl } = remote.ready.evm
    const testWallet = await installTestWallet(page, { chainId: 8453, rpcUrl })
    await fund(page, remote.ready, testWallet.address)
    await page.goto('/chat')
    await connectTo(page, { baseUrl: remote.ready.baseUrl, name: 'Remote' })
    await new WalletScreen(page).goTo('Wallet')
    await use(testWallet)
  },
})

const SIGNATURES = /^(?:personal_sign|eth_sign\w*|eth_sendTransaction)$/
const signaturesOf = ({ log }: TestWallet) =>
  log.map(({ method }) => method).filter((method) => SIGNATURES.test(method))

test('behavior: four presses and one signature of a wallet to a response paid at a remote API, then five without a prompt', async ({
  page,
  testWallet,
}) => {
  let presses = 0
  const press = async (button: Locator) => {
    presses += 1
    await button.click()
  }
  const start = page.getByRole('region', { name: 'Start from your wallet' })
  await expect(page.getByRole('region', { name: 'Pocket account' })).toContainText(
    'Your wallet would warn at every message',
  )
  await expect(start).toContainText('Base mainnet: real USDC')
  await press(start.getByRole('button', { name: 'Start from Test wallet' }))
  await new VaultScreen(page).passphrase.fill(PASSPHRASE)
  await press(new VaultScreen(page).unlock.getByRole('button', { name: 'Save', exact: true }))
  await expect(page.getByRole('heading', { name: '$5.00 credited' })).toBeVisible()
  await press(page.getByRole('button', { name: 'Start chatting' }))
  const chat = new ChatScreen(page)
  await chat.message.fill('/tokens 2 Hello')
  const sent = page.waitForRequest('**/chat/completions')
  await press(chat.send)
  await expect(page.getByRole('group', { name: 'Response metrics' })).toBeVisible()
  expect((await sent).headers()['sign-in-with-x']).toBeDefined()
  expect(presses).toBeLessThanOrEqual(4)
  expect(signaturesOf(testWallet)).toEqual(['eth_sendTransaction'])

  const prompts = testWallet.log.length
  // The fiftieth is signed as the fifth is: src/core/wallet/pocket/pocket-pays.test.ts.
  for (let at = 0; at < 5; at++) await chat.ask(`/tokens 2 Message ${at}`)
  await expect(chat.answers).toHaveCount(6)
  const PROMPTS = /^(?:eth_requestAccounts|personal_sign|eth_sign|eth_sendTransaction|wallet_)/
  expect(testWallet.log.slice(prompts).filter(({ method }) => PROMPTS.test(method))).toEqual([])
})
