import type { Page } from '@playwright/test'

import { transfersOf } from '../../../e2e/support/chain-truth.ts'
import { ChatScreen } from '../../../e2e/support/chat-screen.ts'
import { test } from '../../app/testing/funded-wallet.ts'
import { expect } from '../../app/testing/open-page.tsx'

/** The names under which sign-ins and payments left, in the case-insensitive spelling of the wire. */
function namesSent(page: Page): Set<string> {
  const names = new Set<string>()
  page.on('request', (request) => {
    for (const name of Object.keys(request.headers()))
      if (/sign-in-with-x|payment/.test(name) || name === 'x-402-payment') names.add(name)
  })
  return names
}

for (const [payment, signIn] of [
  ['PAYMENT-SIGNATURE', 'SIGN-IN-WITH-X'],
  ['X-402-Payment', 'X-Sign-In-With-X'],
  ['X-PAYMENT', 'X-Sign-In-With-X'],
] as const)
  test(`a top-up in ${payment} and a request in ${signIn} are taken, and go under no other name`, async ({
    page,
    wallet,
    service,
    testWallet,
  }) => {
    const sent = namesSent(page)
    await page.getByText('Options', { exact: true }).click()
    await page.getByLabel('Payment header').selectOption(payment)
    await page.getByLabel('Sign-in header').selectOption(signIn)
    await wallet.signedIn()
    await wallet.pay('$5')
    await wallet.goTo('Chat')
    await new ChatScreen(page).ask('Hello')
    expect([...sent].toSorted()).toEqual(
      [payment, signIn].map((one) => one.toLowerCase()).toSorted(),
    )
    expect(await transfersOf(page, service.ready, testWallet.address)).toEqual([5_000_000n])
  })

test('the PAYMENT-REQUIRED header is read, and a body that contradicts it cannot be paid', async ({
  page,
  wallet,
}) => {
  await page.route('**/x402/top-up', async (route) => {
    const response = await route.fetch()
    const body = (await response.json()) as { accepts: object[] }
    const accepts = body.accepts.map((offer) => ({ ...offer, maxTimeoutSeconds: 600 }))
    return route.fulfill({ response, json: { ...body, accepts } })
  })
  // The payment options were asked for when the page was opened, and are kept for a while.
  await page.evaluate(() => localStorage.removeItem('playground.topUpTerms'))
  await page.reload()
  await wallet.signedIn()
  const notes = page.getByRole('note')
  await expect(notes).toContainText('PAYMENT-REQUIRED header and body differ')
  await expect(notes).toContainText('is “different payment options”')
  await expect(wallet.topUp).toBeDisabled()
  await expect(wallet.confirm).toBeHidden()
})
