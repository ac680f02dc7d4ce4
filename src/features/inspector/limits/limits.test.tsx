import { openLimits, setCap } from '../../../../e2e/support/limits-screen.ts'
import { expect, test } from '../../../app/testing/open-page.tsx'

test('the limits show windows with their reset, the key, the failures and the spending', async ({
  chat,
  page,
}) => {
  await chat.ask('/tokens 5')
  await chat.ask('/fail 500')
  const button = page.getByRole('button', { name: /^Balance and limits/ })
  await expect(button).toHaveAccessibleName(/balance \$[\d.]+, \d+ requests left/)
  await button.focus()
  await page.keyboard.press('Enter')
  const panel = page.getByRole('dialog', { name: 'Balance and limits' })
  await expect(panel.getByRole('timer', { name: 'Requests reset' })).toContainText(
    /Resets in \d+ s|has reset/,
  )
  await expect(panel.getByRole('timer', { name: 'Tokens reset' })).toBeVisible()
  const key = panel.getByRole('region', { name: 'API key limits' })
  await expect(key).toContainText('paid')
  await expect(key).toContainText('sandbox-chat')
  await expect(key).toContainText('750,000')
  await expect(panel.getByRole('region', { name: 'Failed requests' })).toContainText('1 of 20')
  await expect(panel.getByRole('region', { name: 'Spending, all tabs' })).toContainText(
    /today \$0\.0000\d+/,
  )
})

test('limits of a shape of their own are shown as they came', async ({ chat, page }) => {
  await page.route('**/api_keys/rate_limits', (route) =>
    route.fulfill({ json: { quota: { perFortnight: 1234 } } }),
  )
  await chat.ask('/tokens 1')
  const key = (await openLimits(page)).getByRole('region', { name: 'API key limits' })
  await expect(key).toContainText('Unknown response format')
  await expect(key).toContainText('perFortnight')
  await expect(key).toContainText('1234')
})

test('a request that might break a cap is not sent, says which, and goes once by a press', async ({
  chat,
  page,
}) => {
  await setCap(await openLimits(page), 'Per-request spend limit', '0.000001')
  await page.keyboard.press('Escape')
  const posts: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST') posts.push(request.url())
  })
  await chat.say('Hello')
  const alert = chat.answers.first().getByRole('alert')
  await expect(alert).toContainText('Over request spend limit')
  await expect(alert).toContainText(/Max cost: \$0\.\d+\. Limit per request: \$0\.000001/)
  expect(posts).toEqual([])

  await alert.getByRole('button', { name: 'Send anyway' }).click()
  await expect(alert).toHaveCount(0)
  await expect.poll(() => posts).toHaveLength(1)
  await chat.say('Hello again')
  const again = chat.answers.nth(1)
  await again.getByRole('alert').getByRole('button', { name: 'Change spend limit' }).click()
  const panel = page.getByRole('dialog', { name: 'Balance and limits' })
  await setCap(panel, 'Per-request spend limit', '')
  await page.keyboard.press('Escape')
  await again.getByRole('button', { name: 'Retry' }).click()
  await expect(again.getByRole('alert')).toHaveCount(0)
  await expect.poll(() => posts).toHaveLength(2)
})
