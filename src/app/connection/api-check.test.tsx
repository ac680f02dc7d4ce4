import { chooseJson } from '../../../e2e/support/files.ts'
import { expect, test } from '../testing/open-page.tsx'

test('a check of chat requests is stopped by a press', async ({ page }) => {
  await page.goto('/chat?connect=1')
  const check = page.getByRole('region', { name: 'API check' })
  await check.getByRole('button', { name: 'Check this API' }).click()
  await check.getByRole('button', { name: 'Send chat requests' }).click()
  await check.getByRole('button', { name: 'Stop check' }).click()
  await expect(check.getByRole('status', { name: 'API check' })).toContainText('Stopped.')
})

test('a report is copied without the key, and a file that is no report is named', async ({
  page,
  service,
}) => {
  const copied: string[] = []
  navigator.clipboard.writeText = async (text) => void copied.push(text)
  await page.goto('/chat?connect=1')
  const check = page.getByRole('region', { name: 'API check' })
  await check.getByRole('button', { name: 'Check this API' }).click()
  await check.getByRole('button', { name: 'Copy report' }).click()
  await expect.poll(() => copied).toHaveLength(1)
  expect(copied[0]).toContain('/api/v1')
  expect(copied[0]).not.toContain(service.ready.apiKey)
  await chooseJson(page, () => check.getByRole('button', { name: 'Compare report…' }).click(), '{}')
  await expect(page.getByText('This file is no API check report.')).toBeVisible()
})
