import { expect, type Page, type Route } from '@playwright/test'

import { transfersOf } from './chain-truth.ts'
import type { TestWallet } from './test-wallet.ts'
import type { WalletScreen } from './wallet-screen.ts'

export const TOP_UP = '**/x402/top-up'

/** Runs once on the next payment that is sent; the ones after it pass. */
export async function onNextPayment(
  page: Page,
  act: (route: Route) => Promise<void>,
): Promise<void> {
  let isDone = false
  await page.route(TOP_UP, async (route) => {
    const isPayment = route.request().headers()['payment-signature'] !== undefined
    if (isDone || !isPayment) return route.continue()
    isDone = true
    return act(route)
  })
}

/** The payment was made once, credited once and signed for once. */
export async function expectOnce(
  page: Page,
  wallet: WalletScreen,
  service: { ready: Parameters<typeof transfersOf>[1] },
  testWallet: TestWallet,
): Promise<void> {
  await expect(page.getByRole('heading', { name: '$10.00 credited' })).toBeVisible()
  await expect(wallet.activity).toContainText('credited')
  expect(await transfersOf(page, service.ready, testWallet.address)).toEqual([10_000_000n])
  expect(testWallet.payments()).toBe(1)
}
