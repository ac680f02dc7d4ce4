import type { Page } from '@playwright/test'

import { expectAccessible } from '../support/accessibility.ts'
import { fund, transfersOf } from '../support/chain-truth.ts'
import { expect } from '../support/fixtures.ts'
import { keptRecords } from '../support/kept-records.ts'
import { WalletScreen } from '../support/wallet-screen.ts'
import { connect, pairingText, PHONE_WALLET, test } from './phone-fixtures.ts'

/** All that the page keeps of its sessions with phones. */
const databaseText = async (page: Page) =>
  JSON.stringify(await keptRecords(page, 'vendor-playground-phone', 'kept'))

/** Every place outside the service that the page asked for. */
function strangers(page: Page): string[] {
  const found: string[] = []
  const note = (url: string) => {
    const { host, protocol } = new URL(url)
    if (!/^(?:data|blob):$/.test(protocol) && host !== new URL(page.url()).host) found.push(host)
  }
  page.on('request', (request) => note(request.url()))
  page.on('websocket', (socket) => note(socket.url()))
  return found
}

test('a phone signs in and pays through the relay, and through nothing else', async ({
  page,
  service,
  relay,
  phone,
  wallet,
}) => {
  const asked = strangers(page)
  await fund(page, service.ready, phone.address)
  const text = await pairingText(wallet)
  await expect(wallet.page.getByRole('img', { name: 'Pairing code' })).toBeVisible()
  await expect(wallet.page.getByRole('timer')).toHaveText(/^Expires in [45]:\d\d$/)
  await expect(wallet.page.getByRole('button', { name: 'Copy pairing URI' })).toBeVisible()
  await expectAccessible(page)
  await phone.pair(text)
  await expect(wallet.signIn).toBeVisible()
  await expect(page.getByText(PHONE_WALLET)).toBeVisible()
  await wallet.signedIn()
  await wallet.check()
  await expect(wallet.fact('Network')).toContainText('Base Sepolia')
  await wallet.confirm.click()
  await expect(page.getByRole('heading', { name: '$10.00 credited' })).toBeVisible()
  expect(await transfersOf(page, service.ready, phone.address)).toEqual([10_000_000n])
  const signed = phone.log.map(({ method }) => method)
  expect(signed.filter((method) => method !== 'personal_sign')).toEqual(['eth_signTypedData_v4'])
  expect(new Set(phone.log.map(({ chainId }) => chainId))).toEqual(new Set(['eip155:84532']))
  // What was signed, and with what, is kept nowhere with the session.
  const kept = await databaseText(page)
  expect(kept).toContain(phone.address)
  expect(phone.signatures.length).toBeGreaterThan(1)
  for (const signature of phone.signatures) expect(kept).not.toContain(signature.slice(2))
  expect(kept).not.toContain('TransferWithAuthorization')
  expect(new Set(asked)).toEqual(new Set([new URL(relay.url).host]))
})

test('a phone stays connected over a reload without a question, until it is let go', async ({
  page,
  relay,
  phone,
  wallet,
}) => {
  await connect(wallet, phone)
  await page.reload()
  await expect(wallet.signIn).toBeVisible()
  expect(phone.log).toEqual([])
  await wallet.signedIn()
  await page.getByRole('button', { name: 'Disconnect', exact: true }).click()
  await expect.poll(phone.sessions).toBe(0)
  // Only the phone is left at the relay.
  await expect.poll(relay.connected).toBe(1)
  await page.reload()
  await expect(page.getByRole('button', { name: 'Connect wallet', exact: true })).toBeEnabled()
  expect(relay.connected()).toBe(1)
})

test('what the phone does by itself is seen: another chain, and its end', async ({
  page,
  service,
  phone,
  wallet,
}) => {
  await fund(page, service.ready, phone.address)
  await connect(wallet, phone)
  await wallet.signedIn()
  await phone.changeChain(8453)
  await wallet.check()
  await expect(page.getByText("Your wallet isn't on Base Sepolia")).toBeVisible()
  await page.getByRole('button', { name: 'Switch to Base Sepolia' }).click()
  await expect(page.getByText("Your wallet isn't on Base Sepolia")).toBeHidden()
  await phone.disconnect()
  await expect(page.getByText('Phone disconnected')).toBeVisible()
  await connect(wallet, phone)
})

test('a phone that disconnects while the page is away is missed when it comes back', async ({
  page,
  phone,
  wallet,
}) => {
  await connect(wallet, phone)
  await page.goto('about:blank')
  await phone.disconnect()
  await wallet.open()
  await expect(page.getByText('Phone disconnected')).toBeVisible()
})

test('a refusal on the phone is said, of the pairing and of a signature', async ({
  page,
  phone,
  wallet,
}) => {
  await phone.pair(await pairingText(wallet), { refuses: true })
  await expect(wallet.page.getByText('You rejected the request')).toBeVisible()
  await connect(wallet, phone)
  phone.refuseNext()
  await wallet.signIn.click()
  await expect(page.getByText('You rejected the request')).toBeVisible()
})

test('a pairing can be given up, and the phone that comes too late gets nothing', async ({
  relay,
  phone,
  wallet,
}) => {
  const text = await pairingText(wallet)
  await wallet.page.getByRole('button', { name: 'Cancel pairing' }).click()
  await expect(wallet.page.getByText('Pairing canceled')).toBeVisible()
  await expect.poll(relay.connected).toBeLessThan(2)
  await phone.pair(text)
  await expect.poll(phone.sessions).toBe(1)
  await connect(wallet, phone)
})

test('a pairing runs out', async ({ page, wallet }) => {
  await page.clock.install()
  await wallet.open()
  await pairingText(wallet)
  await page.clock.runFor('05:10')
  await expect(wallet.page.getByText('Phone request timed out')).toBeVisible()
})

test.describe('a phone without the chain', () => {
  test.use({ phoneChains: [8453] })

  test('of the payment is told so, and signs nothing for it', async ({
    page,
    service,
    phone,
    wallet,
  }) => {
    await fund(page, service.ready, phone.address)
    await connect(wallet, phone)
    await wallet.signedIn()
    await wallet.check()
    await page.getByRole('button', { name: 'Switch to Base Sepolia' }).click()
    await expect(page.getByText('Network not allowed on the phone')).toBeVisible()
    await expect(wallet.confirm).toBeDisabled()
  })
})

test.describe('a phone with other chains only', () => {
  test.use({ phoneChains: [1] })

  test('is not connected', async ({ phone, wallet }) => {
    await phone.pair(await pairingText(wallet))
    await expect(wallet.page.getByText('Network not allowed on the phone')).toBeVisible()
    await expect.poll(phone.sessions).toBe(0)
  })
})

test('a relay that does not answer is said, before and after', async ({
  page,
  relay,
  phone,
  wallet,
}) => {
  await connect(wallet, phone)
  await relay.stop()
  await wallet.signIn.click()
  await expect(page.getByText('Phone relay unreachable')).toBeVisible()
  await page.getByRole('button', { name: 'Disconnect', exact: true }).click()
  await wallet.wallets.getByRole('button', { name: PHONE_WALLET, exact: true }).click()
  await expect(wallet.page.getByText('Phone relay unreachable')).toBeVisible()
})

test.describe('where nothing may reach a phone', () => {
  const chunks = (page: Page) => {
    const found: string[] = []
    page.on('request', (request) => {
      const url = request.url()
      if (/\/assets\/(?:announce-phone-wallet|phone-client|pairing-panel)-/.test(url))
        found.push(url)
    })
    return found
  }
  test.describe('without a project', () => {
    test.use({ serviceFlags: [] })

    test('nothing is offered, and nothing of it is loaded or allowed', async ({ page }) => {
      const loaded = chunks(page)
      const sockets: string[] = []
      page.on('websocket', (socket) => sockets.push(socket.url()))
      const answer = await page.goto('/wallet')
      expect(answer?.headers()['content-security-policy']).toContain("connect-src 'self';")
      const wallet = new WalletScreen(page)
      await expect(wallet.page.getByText('No Ethereum wallet detected')).toBeVisible()
      await expect(wallet.wallets.getByRole('button', { name: PHONE_WALLET })).toHaveCount(0)
      expect([...loaded, ...sockets]).toEqual([])
    })
  })

  test.describe('on chains that stand in for the real ones', () => {
    test.use({
      serviceFlags: async ({ relay }, use) => {
        const mainnet = ['--network-ids', 'mainnet']
        await use([...mainnet, '--walletconnect', 'test', '--walletconnect-relay', relay.url])
      },
    })

    test('only the practice wallet is offered', async ({ page, wallet }) => {
      const loaded = chunks(page)
      await expect(page.getByRole('note')).toContainText('Practice wallet only')
      await expect(
        wallet.wallets.getByRole('button', { name: 'Practice wallet', exact: true }),
      ).toBeVisible()
      await expect(wallet.wallets.getByRole('button', { name: PHONE_WALLET })).toHaveCount(0)
      expect(loaded).toEqual([])
    })
  })
})
