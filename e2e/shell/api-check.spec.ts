import { expectAccessible } from '../support/accessibility.ts'
import { ExploreScreen } from '../support/explore-screen.ts'
import { expect, test } from '../support/fixtures.ts'

test('an API is checked, at a price shown before; the report is saved and compared', async ({
  page,
}) => {
  const explore = new ExploreScreen(page)
  await explore.open()
  let sent = 0
  page.on('request', (request) => {
    if (request.url().endsWith('/chat/completions')) sent += 1
  })
  const check = page.getByRole('region', { name: 'API check' })
  await check.getByRole('combobox', { name: 'Model to check' }).fill('sandbox-fast')
  await expect(check).toContainText(/requests, at most \$0\.\d+/)
  expect(sent).toBe(0)
  await check.getByRole('button', { name: 'Check this API' }).click()
  const table = check.getByRole('table', { name: 'API check' })
  await expect(check.getByRole('status', { name: 'API check' })).toContainText('holds')
  await expect(check.getByRole('button', { name: 'Check this API' })).toBeVisible()
  await expect(table.getByText('breaks', { exact: true })).toHaveCount(0)
  await expect(
    table.getByRole('row', { name: /^The stream ends with \[DONE\] holds/ }),
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
  await expect(page.getByRole('region', { name: 'Inspector' })).toContainText('/chat/completions')
})

test('a check is stopped by a press, and a file that is no report is named', async ({ page }) => {
  const explore = new ExploreScreen(page)
  await explore.open()
  const check = page.getByRole('region', { name: 'API check' })
  await check.getByRole('button', { name: 'Check this API' }).click()
  await check.getByRole('button', { name: 'Stop check' }).click()
  await expect(check.getByRole('status', { name: 'API check' })).toContainText('Stopped.')
  const chooser = page.waitForEvent('filechooser')
  await check.getByRole('button', { name: 'Compare report…' }).click()
  await (
    await chooser
  ).setFiles({ name: 'a.json', mimeType: 'application/json', buffer: Buffer.from('{}') })
  await expect(page.getByText('This file is no API check report.')).toBeVisible()
})
