import { expectAccessible, expectAccessibleInBothColors } from '../support/accessibility.ts'
import { ChatScreen } from '../support/chat-screen.ts'
import { expect, test } from '../support/fixtures.ts'
import { test as withWallet } from './wallet-fixtures.ts'

// What these places say and do needs no browser: credit, key and spending in src/features/wallet.

withWallet(
  'the payment log, the message of an API key and the transactions of a wallet are accessible',
  async ({ page, wallet }) => {
    await wallet.signedIn()
    await wallet.pay('$5')
    await wallet.activity.getByText("Why you can't be charged twice").click()
    await wallet.activity.getByText('$5.00').click()
    await expect(wallet.activity.getByText(/^0x[0-9a-f]{64}$/)).toBeVisible()
    await expectAccessible(page)

    await page.getByRole('button', { name: 'Create API key' }).click()
    await expect(page.getByRole('region', { name: 'API key' }).locator('code')).not.toHaveText('…')
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Cancel' }).click()

    await wallet.goTo('Chat')
    await new ChatScreen(page).ask('One')
    await wallet.goTo('Wallet')
    await page.getByRole('button', { name: 'Show transactions' }).click()
    await wallet.activity.getByRole('radio', { name: 'Transactions' }).check()
    await expect(page.getByRole('img', { name: /^Charges of the last 7 days/ })).toBeVisible()
    await expectAccessible(page)
  },
)

test("charges, and one that doesn't add up, are accessible", async ({ chat, page }) => {
  let balance = 10
  await page.route('**/chat/completions', async (route) => {
    const response = await route.fetch()
    const headers = { ...response.headers(), 'x-vendor-balance-usd': balance.toFixed(6) }
    balance -= 0.5
    return route.fulfill({ response, headers })
  })
  await chat.ask('/tokens 40 /rate 0 One <b>bold</b> question')
  // By then the first one's charge is booked.
  await page.clock.setFixedTime(Date.now() + 1_100)
  await chat.ask('/tokens 40 /rate 0 Another')
  await page.getByRole('link', { name: 'Wallet' }).first().click()
  const activity = page.getByRole('region', { name: 'Activity' })
  await activity.getByRole('radio', { name: 'Charges' }).check()
  await activity.getByRole('radio', { name: 'Conversation' }).check()
  await expect(activity.getByRole('table', { name: 'Charges' })).toContainText('<b>bold</b>')
  await expect(activity.getByRole('alert')).toContainText("A charge doesn't add up")
  await expectAccessibleInBothColors(page)
})
