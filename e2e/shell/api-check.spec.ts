import { expectAccessible } from '../support/accessibility.ts'
import { expect, test } from '../support/fixtures.ts'

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
  const summary = check.getByRole('status', { name: 'API check' })
  await expect(summary).toHaveText(/^\d+ passed\.$/)
  await check.getByRole('button', { name: /^Show all \d+$/ }).click()
  const table = check.getByRole('table', { name: 'API check' })
  await expect(table.getByRole('row', { name: /^A 402 offers ways to pay passed/ })).toBeVisible()
  await expectAccessible(page)

  const chats = check.getByRole('form', { name: 'Chat requests' })
  await chats.getByRole('combobox', { name: 'Model to check' }).fill('sandbox-fast')
  await expect(chats).toContainText(/47 requests, at most \$0\.\d+/)
  expect(sent).toBe(0)
  await chats.getByRole('button', { name: 'Send chat requests' }).click()
  await expect(chats).toBeVisible({ timeout: 30_000 })
  expect(sent).toBeGreaterThan(40)
  await expect(table.getByText('failed', { exact: true })).toHaveCount(0)
  await expect(
    table.getByRole('row', { name: /^The stream ends with \[DONE\] passed/ }),
  ).toBeVisible()

  const download = page.waitForEvent('download')
  await check.getByRole('button', { name: 'Save report' }).click()
  const file = await (await download).path()
  const chooser = page.waitForEvent('filechooser')
  await check.getByRole('button', { name: 'Compare report…' }).click()
  await (await chooser).setFiles(file)
  await expect(table.getByRole('columnheader', { name: /^sandbox-fast, / })).toBeVisible()
  await expectAccessible(page)
  await table.getByRole('button', { name: 'Inspect: The stream ends with [DONE]' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('region', { name: 'Inspector' })).toContainText('/chat/completions')
})
