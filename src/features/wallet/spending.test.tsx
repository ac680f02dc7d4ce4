import { onTestFinished, vi } from 'vitest'

import { savedBy } from '../../../e2e/support/files.ts'
import { expect, test } from '../../app/testing/open-page.tsx'

test('what chats cost is added up, listed by what it went on, and exported', async ({
  chat,
  page,
}) => {
  await chat.ask('/tokens 40 /rate 0 One <b>bold</b> question')
  await chat.ask('/tokens 40 /rate 0 Another')
  await page.getByRole('link', { name: 'Wallet' }).first().click()

  const spending = page.getByRole('region', { name: 'Activity' })
  const rows = spending.getByRole('table', { name: 'Charges' }).getByRole('row')
  await expect(spending.getByRole('heading', { name: /Spent \$0\.00/ })).toBeVisible()
  await spending.getByRole('radio', { name: 'Charges' }).check()
  await expect(rows).toHaveCount(2)
  await expect(rows.nth(1)).toContainText('2$0.00')
  await spending.getByRole('radio', { name: 'Model' }).check()
  await expect(rows.nth(1)).toContainText('sandbox-chat')
  await spending.getByRole('radio', { name: 'Conversation' }).check()
  await expect(rows.nth(1)).toContainText('<b>bold</b>')
  await spending.getByRole('combobox', { name: 'Range' }).selectOption('Last 7 days')
  await expect(rows).toHaveCount(2)

  const { text } = await savedBy(page, () =>
    spending.getByRole('button', { name: 'Export CSV' }).click(),
  )
  expect(text).toContain('day,connection,model,conversation,requests,microUsd,estimatedMicroUsd')
  expect(text).toMatch(/,sandbox-chat,.*bold.*,2,\d+,0\r\n/)
})

test("a charge that doesn't match the cost in its response is named, with its request", async ({
  chat,
  page,
}) => {
  let balance = 10
  await page.route('**/chat/completions', async (route) => {
    const response = await route.fetch()
    const headers = { ...response.headers(), 'x-vendor-balance-usd': balance.toFixed(6) }
    // Far more than the response says.
    balance -= 0.5
    return route.fulfill({ response, headers })
  })
  await chat.ask('/tokens 40 /rate 0 One')
  // By then the first one's charge is booked.
  vi.setSystemTime(Date.now() + 1_100)
  onTestFinished(() => void vi.useRealTimers())
  await chat.ask('/tokens 40 /rate 0 Two')
  await page.getByRole('link', { name: 'Wallet' }).first().click()

  const activity = page.getByRole('region', { name: 'Activity' })
  await expect(activity.getByRole('alert')).toContainText("A charge doesn't add up")
  await expect(activity.getByRole('list', { name: 'Differences' })).toContainText(
    /The balance went down by \$0\.50, the cost of the response is \$0\.\d+: request chatcmpl-\S+,/,
  )
  await activity.getByRole('button', { name: 'Inspect' }).click()
  await expect(page.getByRole('tab', { name: 'Cost' })).toHaveAttribute('aria-selected', 'true')
})
