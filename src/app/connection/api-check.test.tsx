import { expect, test } from '../testing/open-page.tsx'

test('a check of chat requests is stopped by a press', async ({ page }) => {
  await page.goto('/chat?connect=1')
  const check = page.getByRole('region', { name: 'API check' })
  await check.getByRole('button', { name: 'Check this API' }).click()
  await check.getByRole('button', { name: 'Send chat requests' }).click()
  await check.getByRole('button', { name: 'Stop check' }).click()
  await expect(check.getByRole('status', { name: 'API check' })).toContainText('Stopped.')
})
