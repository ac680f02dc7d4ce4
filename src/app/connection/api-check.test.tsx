import { chooseJson, savedBy } from '../../../e2e/support/files.ts'
import { expect, test } from '../testing/open-page.tsx'

test('an API is checked for free, and by chat requests only after their price was shown', async ({
  page,
}) => {
  let sent = 0
  page.on('request', (request) => {
    const body = request.postDataJSON() as { messages?: unknown } | null
    if (body?.messages !== undefined) sent += 1
  })
  await page.goto('/explore')
  await page.getByRole('link', { name: 'Check this API' }).click()
  const dialog = page.getByRole('dialog', { name: 'Connection' })
  const check = dialog.getByRole('region', { name: 'API check' })
  await check.getByRole('button', { name: 'Check this API' }).click()
  await expect(check.getByRole('status', { name: 'API check' })).toHaveText(/^\d+ passed\.$/)
  await check.getByRole('button', { name: /^Show all \d+$/ }).click()
  const table = check.getByRole('table', { name: 'API check' })
  await expect(table.getByRole('row', { name: /^A 402 offers ways to pay passed/ })).toBeVisible()

  const chats = check.getByRole('form', { name: 'Chat requests' })
  await chats.getByRole('combobox', { name: 'Model to check' }).fill('sandbox-fast')
  await expect(chats).toContainText(/47 requests, at most \$0\.\d+/)
  expect(sent).toBe(0)
  await chats.getByRole('button', { name: 'Send chat requests' }).click()
  await expect(chats).toBeVisible()
  expect(sent).toBeGreaterThan(40)
  await expect(table.getByText('failed', { exact: true })).toHaveCount(0)
  await expect(
    table.getByRole('row', { name: /^The stream ends with \[DONE\] passed/ }),
  ).toBeVisible()

  const report = await savedBy(page, () =>
    check.getByRole('button', { name: 'Save report' }).click(),
  )
  await chooseJson(
    page,
    () => check.getByRole('button', { name: 'Compare report…' }).click(),
    report.text,
  )
  await expect(table.getByRole('columnheader', { name: /^sandbox-fast, / })).toBeVisible()
  await table.getByRole('button', { name: 'Inspect: The stream ends with [DONE]' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('region', { name: 'Inspector' })).toContainText('/chat/completions')
})

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
