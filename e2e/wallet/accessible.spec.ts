import { expectAccessibleInBothColors } from '../support/accessibility.ts'
import { expect, test } from '../support/fixtures.ts'

// What this place says and does needs no browser: src/features/wallet/spending.test.tsx.

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
