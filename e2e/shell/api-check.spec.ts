import { expectAccessible } from '../support/accessibility.ts'
import { chooseJson, savedBy } from '../support/files.ts'
import { expect, test } from '../support/fixtures.ts'

test('the check of an API, beside the report of another one, is accessible', async ({ page }) => {
  await page.goto('/chat?connect=1')
  const check = page.getByRole('region', { name: 'API check' })
  await check.getByRole('button', { name: 'Check this API' }).click()
  await expect(check.getByRole('status', { name: 'API check' })).toHaveText(/^\d+ passed\.$/)
  await check.getByRole('button', { name: /^Show all \d+$/ }).click()
  const report = await savedBy(page, () =>
    check.getByRole('button', { name: 'Save report' }).click(),
  )
  await chooseJson(
    page,
    () => check.getByRole('button', { name: 'Compare report…' }).click(),
    report.text,
  )
  const table = check.getByRole('table', { name: 'API check' })
  await expect(table.getByRole('columnheader', { name: /^Free, / })).toBeVisible()
  const chats = check.getByRole('form', { name: 'Chat requests' })
  await chats.getByRole('combobox', { name: 'Model to check' }).fill('sandbox-fast')
  await expect(chats).toContainText(/47 requests, at most \$0\.\d+/)
  await expectAccessible(page)
})
