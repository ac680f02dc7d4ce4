import { expect, type Route } from '@playwright/test'

import { transfersOf } from '../support/chain-truth.ts'
import { crashPage } from '../support/crash-page.ts'
import { TOP_UP, expectOnce, onNextPayment } from '../support/payment-once.ts'
import { WalletScreen } from '../support/wallet-screen.ts'
import { test as base } from './wallet-fixtures.ts'

/** A funded wallet that is signed in, on the check wallet of a $10 top-up. */
const test = base.extend({
  wallet: async ({ wallet }, use) => {
    await wallet.signedIn()
    await wallet.check()
    await use(wallet)
  },
})

test('a reload pays nothing while the wallet is asked, and later finishes the payment without another signature', async ({
  page,
  wallet,
  service,
  testWallet,
}) => {
  const paid = () => transfersOf(page, service.ready, testWallet.address)
  const credited = page.getByRole('heading', { name: '$10.00 credited' })

  await test.step('while the wallet is asked, it pays nothing, and a new payment is possible', async () => {
    const asked = new Promise<void>((resolve) => {
      testWallet.beforePayment(async () => {
        resolve()
        await new Promise(() => undefined)
      })
    })
    await wallet.confirm.click()
    await asked
    await page.reload()
    await expect(wallet.activity).toContainText('not paid')
    expect(await paid()).toEqual([])
    testWallet.beforePayment(undefined)
    await wallet.signedIn()
    await wallet.check()
    await wallet.confirm.click()
    await expect(credited).toBeVisible()
    expect(await paid()).toEqual([10_000_000n])
  })

  /** Pays $10 more, with a reload on the way, for one signature. */
  const payAgain = async (act: (route: Route) => Promise<void>) => {
    const [before, signed] = [await paid(), testWallet.payments()]
    await page.getByRole('button', { name: 'Done', exact: true }).click()
    await wallet.check()
    await onNextPayment(page, async (route) => {
      await act(route)
      await page.reload()
    })
    await wallet.confirm.click()
    await expect(credited).toBeVisible()
    await expect(wallet.activity.getByText('credited', { exact: true })).toHaveCount(
      before.length + 1,
    )
    expect(await paid()).toEqual([...before, 10_000_000n])
    expect(testWallet.payments()).toBe(signed + 1)
  }
  await test.step('after the signature was written down, it is sent', () =>
    payAgain((route) => route.abort('connectionreset')))
  await test.step('after the payment was sent, it is finished', () =>
    payAgain(async (route) => void (await route.fetch())))
})

test('a payment whose tab crashed is finished by the tab that is left', async ({
  page,
  wallet,
  service,
  testWallet,
}) => {
  const context = page.context()
  let isReachable = false
  await context.route(TOP_UP, (route) =>
    isReachable || route.request().headers()['payment-signature'] === undefined
      ? route.continue()
      : route.abort('connectionreset'),
  )
  await wallet.confirm.click()
  await expect(
    page.getByRole('status').filter({ hasText: 'No final response (unreachable)' }),
  ).toBeVisible()
  const other = await wallet.inAnotherTab()
  await expect(other.page.getByRole('heading', { name: 'Paying $10.00' })).toBeVisible()
  await crashPage(page)
  isReachable = true
  await expectOnce(other.page, other, service, testWallet)
})

test('eight tabs that press at once ask for one signature', async ({
  page,
  wallet,
  service,
  testWallet,
}) => {
  // Eight pages take long to open on a small machine; only the press has to be at once.
  test.slow()
  const others = await Promise.all(
    Array.from({ length: 7 }, async () => {
      const other = new WalletScreen(await page.context().newPage())
      await other.open()
      return other
    }),
  )
  for (const other of others) {
    await other.signedIn()
    await other.check()
  }
  await Promise.all([wallet, ...others].map((each) => each.confirm.click()))
  await expect
    .poll(() => transfersOf(page, service.ready, testWallet.address))
    .toEqual([10_000_000n])
  for (const each of [wallet, ...others])
    await expect(
      each.page
        .getByRole('heading', { name: '$10.00 credited' })
        .or(each.page.getByText('Another tab is paying from this wallet'))
        .or(each.page.getByText('Newer payment found')),
    ).toBeVisible()
  expect(testWallet.payments()).toBe(1)
})
