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

const hostOf = ({ ready }: TestService) => new URL(ready.baseUrl).host

test('behavior: a wallet signs in at a remote API on Base, which is named as real money, once it is said that wallets will warn', async ({
  page,
  remote,
  service,
  testWallet,
}) => {
  const wallet = new WalletScreen(page)
  await wallet.connect('Test wallet')
  const step = page.getByRole('region', { name: 'Current step' })
  await expect(step).toContainText('Base mainnet: real USDC')
  const { host } = new URL(service.ready.appUrl)
  await expect(step).toContainText(`This page is on ${host}, the API on ${hostOf(remote)}.`)
  await expect(step).toContainText('Wallets may warn or refuse')
  await wallet.signedIn()
  await expect(wallet.balance).toHaveText('$0.00')
  await wallet.check('$5')
  await expect(step).toContainText('Base mainnet: real USDC')
  await wallet.confirm.click()
  await expect(page.getByRole('heading', { name: '$5.00 credited' })).toBeVisible()
  expect(new Set(signaturesOf(testWallet))).toEqual(
    new Set(['personal_sign', 'eth_signTypedData_v4']),
  )
  const { params = [] } = testWallet.log.find(({ method }) => method === 'personal_sign') ?? {}
  const text = Buffer.from(String(params[0]).slice(2), 'hex').toString()
  expect(text.split('\n')[0]).toBe(
    `${hostOf(remote)} wants you to sign in with your Ethereum account:`,
  )
  expect(text).toContain('Chain ID: 8453')
})

test('behavior: four presses and one signature of a wallet to a response paid at a remote API, then 50 without a prompt', async ({
  page,
  testWallet,
}) => {
  test.setTimeout(5 * 60_000)
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
  for (let at = 0; at < 50; at++) await chat.ask(`/tokens 2 Message ${at}`)
  await expect(chat.answers).toHaveCount(51)
  const PROMPTS = /^(?:eth_requestAccounts|personal_sign|eth_sign|eth_sendTransaction|wallet_)/
  expect(testWallet.log.slice(prompts).filter(({ method }) => PROMPTS.test(method))).toEqual([])
})

test('behavior: behind a relay a wallet signs for the API, once a person agreed to its name', async ({
  page,
  remote,
  services,
}) => {
  /** Each at an origin of its own, where nothing was agreed to. */
  const openRelay = async (name: string) => {
    const { rpcUrl } = remote.ready.evm
    const { address } = await installTestWallet(page, { chainId: 8453, rpcUrl, name })
    await fund(page, remote.ready, address)
    const flags = ['--memory', '--port', '0', '--relay', remote.ready.baseUrl]
    const relay = await services.start(flags)
    await page.goto(`${relay.ready.appUrl}wallet`)
    return relay
  }

  await test.step('which is asked once, also over a reload', async () => {
    const relay = await openRelay('Test wallet')
    const wallet = new WalletScreen(page)
    await wallet.connect('Test wallet')
    await expect(wallet.signIn).toBeDisabled()
    await expect(
      page.getByText(`This page passes every request to ${hostOf(remote)}`),
    ).toBeVisible()
    await page.getByRole('checkbox', { name: `Sign for ${hostOf(remote)}` }).click()
    await wallet.signedIn()
    await wallet.pay('$5')
    await page.reload()
    await expect(page.getByRole('checkbox')).toHaveCount(0)
    const chat = new ChatScreen(page)
    await wallet.goTo('Chat')
    await chat.ask('/tokens 2 Hello')
    await expect(page.getByRole('group', { name: 'Response metrics' })).toBeVisible()
    await relay.stop()
  })

  await test.step('from a wallet to a balance in one panel, with the agreement in it', async () => {
    const relay = await openRelay('Second wallet')
    const start = page.getByRole('region', { name: 'Start from your wallet' })
    const choice = start.getByRole('button', { name: 'Start from Second wallet' })
    const agreement = start.getByRole('checkbox', { name: `Sign for ${hostOf(remote)}` })
    await choice.click()
    await agreement.click()
    await choice.click()
    const vault = new VaultScreen(page)
    await vault.passphrase.fill(PASSPHRASE)
    await vault.unlock.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(page.getByRole('heading', { name: '$5.00 credited' })).toBeVisible()
    await relay.stop()
  })
})
