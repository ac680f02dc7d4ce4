import type { Page } from '@playwright/test'
import { onTestFinished } from 'vitest'

import { fund } from '../../../e2e/support/chain-truth.ts'
import { ChatScreen } from '../../../e2e/support/chat-screen.ts'
import { connectTo } from '../../../e2e/support/connect-to.ts'
import { installTestWallet, type TestWallet } from '../../../e2e/support/test-wallet.ts'
import { PASSPHRASE, VaultScreen } from '../../../e2e/support/vault-screen.ts'
import { WalletScreen } from '../../../e2e/support/wallet-screen.ts'
import { ORIGIN_WITHOUT_PORT } from '../../../service/testing/service-without-port.ts'
import { startTestService, type TestService } from '../../../service/testing/start-service.ts'
import { expect, test as base } from '../../app/testing/open-page.tsx'

// That a browser lets a page use such an API is proven in e2e/wallet/remote.spec.ts.

/** A wallet on Base, with USDC on the chain of a service that names it. */
async function fundedWallet(page: Page, at: TestService, name: string): Promise<TestWallet> {
  const config = await fetch(`${at.origin}/config.json`)
  const ready = (await config.json()) as Parameters<typeof fund>[1]
  const { rpcUrl } = ready.evm
  const testWallet = await installTestWallet(page, { chainId: 8453, rpcUrl, name })
  await fund(page, ready, testWallet.address)
  return testWallet
}

/** The page's own service has test networks; the API that it uses names Base, as real ones do. */
const test = base.extend<{ remote: TestService }>({
  remote: async ({ page: _ }, give) => {
    const flags = ['--rate', '1000', '--tier', 'partner', '--network-ids', 'mainnet']
    const remote = await startTestService({ flags })
    await give(remote)
    await remote.stop()
  },
})

/** Has a page go to the wallet, connected to an API. */
async function openWalletAt(page: Page, { baseUrl, origin }: TestService): Promise<WalletScreen> {
  await page.route('**/config.json', async (route) => {
    const response = await route.fetch()
    const config = (await response.json()) as object
    await route.fulfill({ response, json: { ...config, apiOrigins: [origin] } })
  })
  await page.goto('/chat')
  await connectTo(page, { baseUrl, name: 'Remote', isAllowed: true })
  const wallet = new WalletScreen(page)
  await wallet.goTo('Wallet')
  return wallet
}

test('behavior: a wallet signs in at a remote API on Base, which is named as real money, once it is said that wallets will warn', async ({
  page,
  remote,
  service,
}) => {
  const testWallet = await fundedWallet(page, remote, 'Test wallet')
  const wallet = await openWalletAt(page, remote)
  const { host } = new URL(remote.origin)
  await wallet.connect('Test wallet')
  const step = page.getByRole('region', { name: 'Current step' })
  await expect(step).toContainText('Base mainnet: real USDC')
  const ownHost = new URL(service.ready.appUrl).host
  await expect(step).toContainText(`This page is on ${ownHost}, the API on ${host}.`)
  await expect(step).toContainText('Wallets may warn or refuse')
  await wallet.signedIn()
  await expect(wallet.balance).toHaveText('$0.00')
  await wallet.check('$5')
  await expect(step).toContainText('Base mainnet: real USDC')
  await wallet.confirm.click()
  await expect(page.getByRole('heading', { name: '$5.00 credited' })).toBeVisible()
  const asked = testWallet.log.map(({ method }) => method)
  expect(
    new Set(asked.filter((method) => /^(?:personal_sign|eth_sign\w*|eth_send\w*)$/.test(method))),
  ).toEqual(new Set(['personal_sign', 'eth_signTypedData_v4']))
  const { params = [] } = testWallet.log.find(({ method }) => method === 'personal_sign') ?? {}
  const text = Buffer.from(String(params[0]).slice(2), 'hex').toString()
  expect(text.split('\n')[0]).toBe(`${host} wants you to sign in with your Ethereum account:`)
  expect(text).toContain('Chain ID: 8453')
})

/** Opens the wallet behind a relay to an API, with a funded wallet of this name. */
async function openRelay(page: Page, remote: TestService, name: string): Promise<void> {
  await fundedWallet(page, remote, name)
  const relay = await startTestService({ flags: ['--relay', remote.baseUrl] })
  onTestFinished(() => relay.stop())
  // The relay serves its page itself, which has no port here.
  await page.route(/\/config\.json$|\/api\/v1\//, (route) =>
    route.continue({ url: route.request().url().replace(ORIGIN_WITHOUT_PORT, relay.origin) }),
  )
  await page.goto('/wallet')
}

test('behavior: behind a relay a wallet signs for the API, once a person agreed to its name, also over a reload', async ({
  page,
  remote,
}) => {
  const { host } = new URL(remote.origin)
  await openRelay(page, remote, 'Test wallet')
  const wallet = new WalletScreen(page)
  await wallet.connect('Test wallet')
  await expect(wallet.signIn).toBeDisabled()
  await expect(page.getByText(`This page passes every request to ${host}`)).toBeVisible()
  await page.getByRole('checkbox', { name: `Sign for ${host}` }).click()
  await wallet.signedIn()
  await wallet.pay('$5')
  await page.reload()
  await expect(wallet.topUp).toBeVisible()
  await expect(page.getByRole('checkbox')).toHaveCount(0)
  await wallet.goTo('Chat')
  await new ChatScreen(page).ask('/tokens 2 Hello')
})

test('behavior: behind a relay one panel leads from a wallet to a balance, with the agreement in it', async ({
  page,
  remote,
}) => {
  await openRelay(page, remote, 'Second wallet')
  const start = page.getByRole('region', { name: 'Start from your wallet' })
  const choice = start.getByRole('button', { name: 'Start from Second wallet' })
  await choice.click()
  await start.getByRole('checkbox', { name: `Sign for ${new URL(remote.origin).host}` }).click()
  await choice.click()
  await new VaultScreen(page).unlockWith(PASSPHRASE)
  await expect(page.getByRole('heading', { name: '$5.00 credited' })).toBeVisible()
})
