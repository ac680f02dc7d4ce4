import { expect, test } from '../../app/testing/open-page.tsx'

test('a wallet page that asked too often says so, and when to ask again', async ({ page }) => {
  await page.route('**/x402/top-up', (route) =>
    route.fulfill({
      status: 429,
      headers: { 'retry-after': '30' },
      json: { error: 'Too many requests' },
    }),
  )
  await page.goto('/wallet')
  const notice = page.getByRole('alert').filter({ hasText: '429' })
  await expect(notice).toContainText(/too many requests|rate limit/i)
  await expect(notice.getByRole('button', { name: 'Try again' })).toBeVisible()
})
