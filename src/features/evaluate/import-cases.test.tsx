import type { Page } from '@playwright/test'

import { savedBy } from '../../../e2e/support/files.ts'
import { expect, test } from '../../app/testing/open-page.tsx'

const cells = (page: Page, state: string) =>
  page.getByRole('grid', { name: 'Board' }).getByRole('gridcell', { name: new RegExp(`${state}$`) })

/** Picks a format of the menu "Export" and reads the file that is saved. */
async function exported(page: Page, format: string): Promise<{ name: string; text: string }> {
  await page.getByRole('button', { name: 'Export' }).click()
  return savedBy(page, () => page.getByRole('menuitem', { name: format, exact: true }).click())
}

/** Chat requests of the page so far. */
function countRequests(page: Page): () => number {
  let count = 0
  page.on('request', (request) => {
    if (request.url().endsWith('/chat/completions')) count += 1
  })
  return () => count
}

test('cases are imported, run and summed up, and the results are saved in every format', async ({
  page,
}) => {
  await page.goto('/evaluate')
  await page.getByRole('button', { name: 'Import cases' }).click()
  const dialog = page.getByRole('dialog', { name: 'Import cases' })
  await dialog
    .getByRole('textbox', { name: 'Cases' })
    .fill('input,expected\n"/echo =SUM(1)",=SUM(1)\n"/echo <b>two</b>",two')
  await dialog.getByRole('button', { name: 'Import', exact: true }).click()
  await expect(page.getByRole('rowheader')).toHaveCount(2)
  await expect(page.getByRole('button', { name: /^Checks: / })).toHaveAccessibleName(
    'Checks: Contains the expected value',
  )
  await page.getByRole('button', { name: 'Run all' }).click()
  await expect(cells(page, 'passed')).toHaveCount(4)
  await expect(page.getByRole('status', { name: 'Board summary' })).toContainText('2 passed')

  const csv = await exported(page, 'CSV')
  expect(csv.name).toMatch(/\.csv$/)
  // A spreadsheet would calculate it.
  expect(csv.text).toContain("'=SUM(1)")
  const { text: lines } = await exported(page, 'JSONL')
  for (const line of lines.trim().split('\n')) expect(JSON.parse(line)).toBeInstanceOf(Object)
  const html = await exported(page, 'HTML')
  expect(html.text).toContain('&lt;b&gt;two')
  expect(html.text).not.toContain('<script')
  expect((await exported(page, 'promptfoo')).text).toContain('"prompts": [')
  expect((await exported(page, 'Board file')).text).toContain('=SUM(1)')

  // What was received stays, and is said to be of another request.
  await page.getByRole('button', { name: /^Prompt: / }).click()
  await page.getByRole('textbox', { name: 'Prompt' }).fill('/echo now: {{input}}')
  await expect(page.getByText('4 results are outdated')).toBeVisible()
})

test('behavior: without a check nothing is passed, an expected column brings one, and a judge is asked by a press', async ({
  page,
}) => {
  await page.goto('/evaluate')
  const importCases = async (isChecked: boolean) => {
    await page.getByRole('button', { name: 'Import cases' }).click()
    const dialog = page.getByRole('dialog', { name: 'Import cases' })
    await dialog
      .getByRole('textbox', { name: 'Cases' })
      .fill('input,expected\n"/echo one",echo\n"/echo two",elephant')
    const check = dialog.getByRole('checkbox', { name: /Contains the expected value/ })
    await expect(check).toBeChecked()
    if (!isChecked) await check.uncheck()
    await dialog.getByRole('button', { name: 'Import', exact: true }).click()
  }
  await importCases(false)
  const summary = page.getByRole('status', { name: 'Board summary' })
  await expect(summary).toContainText('No checks yet')
  await page.getByRole('button', { name: 'Run all' }).click()
  await expect(cells(page, 'done')).toHaveCount(4)
  await expect(summary).toContainText('2 done')
  await expect(summary).not.toContainText(/pass|fail|%|difference/i)

  await page.getByRole('button', { name: 'Add check' }).click()
  await expect(page.getByRole('combobox', { name: 'Check type' })).toHaveValue('contains')
  await expect(cells(page, 'passed')).toHaveCount(2)
  await expect(cells(page, 'failed')).toHaveCount(2)
  await expect(summary).toContainText('50%')
  await page.getByRole('combobox', { name: 'Check type' }).selectOption('Model as judge')
  const sent = countRequests(page)
  await page.getByRole('textbox', { name: 'Criteria' }).fill('Is polite.')
  await expect(cells(page, 'done')).toHaveCount(4)
  await expect(page.getByText(/^up to 4 judgments/)).toBeVisible()
  await page.getByRole('button', { name: 'Run all' }).click()
  await expect.poll(sent).toBe(4)
  await expect(page.getByText(/^Done: 4 of 4, \$0\.0\d+ spent$/)).toBeVisible()

  await page.getByRole('button', { name: 'Boards' }).click()
  await page.getByRole('menuitem', { name: 'New board' }).click()
  await importCases(true)
  await expect(page.getByRole('button', { name: /^Checks: / })).toHaveAccessibleName(
    'Checks: Contains the expected value',
  )
})
