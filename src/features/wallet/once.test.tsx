import type { Route } from '@playwright/test'
import { vi } from 'vitest'

import { fund, transfersOf } from '../../../e2e/support/chain-truth.ts'
import { TOP_UP, expectOnce, onNextPayment } from '../../../e2e/support/payment-once.ts'
import { installTestWallet } from '../../../e2e/support/test-wallet.ts'
import { WalletScreen } from '../../../e2e/support/wallet-screen.ts'
import { test as base } from '../../app/testing/funded-wallet.ts'
import { expect, test as bare } from '../../app/testing/open-page.tsx'

/** A funded wallet that is signed in, on the check of a $10 top-up. */
const test = base.extend<{ wallet: WalletScreen }>({
  wallet: async ({ wallet }, give) => {
    await wallet.signedIn()
    await wallet.check()
    await give(wallet)
  },
})

const faults: Record<string, (route: Route) => Promise<void>> = {
  'lost before it arrives': (route) => route.abort('connectionreset'),
  'carried out, and the answer is lost': async (route) => {
    await route.fetch()
    await route.abort('connectionreset')
  },
  'carried out, and answered with 502': async (route) => {
    await route.fetch()
    await route.fulfill({ status: 502, body: 'Bad gateway' })
  },
  'carried out, and answered with a fresh 402': async (route) => {
    await route.fetch()
    await route.fulfill({
      status: 402,
      contentType: 'application/json',
      body: JSON.stringify({ x402Version: 2, accepts: [] }),
    })
  },
  'carried out, and answered with half of an answer': async (route) => {
    await route.fetch()
    await route.fulfill({ status: 200, contentType: 'application/json', body: '{"success":tr' })
  },
}

for (const [name, fault] of Object.entries(faults))
  test(`a payment that is ${name} is credited once, for one signature`, async ({
    page,
    wallet,
    service,
    testWallet,
  }) => {
    await onNextPayment(page, fault)
    await wallet.confirm.click()
    await expectOnce(page, wallet, service, testWallet)
  })

test('a disk that fills up after the payment was sent stops nothing, and is said', async ({
  page,
  wallet,
  service,
  testWallet,
}) => {
  const put = vi.spyOn(IDBObjectStore.prototype, 'put')
  await page.route(TOP_UP, (route) => {
    if (route.request().headers()['payment-signature'] !== undefined)
      put.mockImplementation(() => {
        throw new DOMException('full', 'QuotaExceededError')
      })
    return route.continue()
  })
  await wallet.confirm.click()
  const alert = page.getByRole('alert').filter({ hasText: "Can't write the payment log" })
  await expect(alert).toContainText("can't be lost or made twice")
  await page.unroute(TOP_UP)
  put.mockRestore()
  await expect(page.getByRole('heading', { name: '$10.00 credited' })).toBeVisible()
  expect(testWallet.payments()).toBe(1)
  expect(await transfersOf(page, service.ready, testWallet.address)).toEqual([10_000_000n])
})

bare(
  "a wallet of one's own tops up $5 from a fresh page with four presses",
  async ({ page, service }) => {
    const { address } = await installTestWallet(page)
    await fund(page, service.ready, address)
    const wallet = new WalletScreen(page)
    await wallet.open()
    for (const name of ['Test wallet', 'Sign in', 'Top up', 'Confirm and sign $5.00'])
      await page.getByRole('button', { name, exact: true }).click()
    await expect(page.getByRole('heading', { name: '$5.00 credited' })).toBeVisible()
    await expect(wallet.balance).toHaveText('$5.00')
  },
)

bare('the practice wallet is credited $5 from the chat with five presses', async ({ page }) => {
  await page.goto('/chat')
  await page.getByRole('link', { name: 'Wallet', exact: true }).click()
  for (const name of ['Practice wallet', 'Sign in', 'Top up', 'Confirm and sign $5.00'])
    await page.getByRole('button', { name, exact: true }).click()
  await expect(page.getByRole('heading', { name: '$5.00 credited' })).toBeVisible()
  await expect(new WalletScreen(page).balance).toHaveText('$5.00')
})
