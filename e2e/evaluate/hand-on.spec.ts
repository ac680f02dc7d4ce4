import { readFileSync } from 'node:fs'

import type { Page } from '@playwright/test'

import { expect, test } from '../support/fixtures.ts'

const board = (page: Page) => page.getByRole('grid', { name: 'Board' })

/** Picks a format of the menu "Export" and reads the file that is saved. */
async function exported(page: Page, format: string): Promise<{ name: string; text: string }> {
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export' }).click()
  await page.getByRole('menuitem', { name: format, exact: true }).click()
  const download = await saved
  return { name: download.suggestedFilename(), text: readFileSync(await download.path(), 'utf8') }
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
  await expect(board(page).getByRole('rowheader')).toHaveCount(2)
  await expect(page.getByRole('button', { name: /^Checks: / })).toHaveAccessibleName(
    'Checks: Contains the expected value',
  )
  await page.getByRole('button', { name: 'Run all' }).click()
  await expect(board(page).getByRole('gridcell', { name: /passed$/ })).toHaveCount(4)
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

test('behavior: a board is handed on as a link that shows what it holds and sends nothing', async ({
  page,
  context,
}) => {
  await page.goto('/evaluate')
  await page.getByRole('button', { name: 'Example board' }).click()
  await expect(board(page).getByRole('rowheader')).toHaveCount(6)
  await page.getByRole('button', { name: 'Share', exact: true }).click()
  const share = page.getByRole('dialog', { name: 'Share' })
  await share.getByRole('checkbox', { name: 'Include cases in the link' }).check()
  const link = await share.getByRole('textbox', { name: 'Link' }).inputValue()
  expect(link.length).toBeLessThan(8_000)

  const other = await context.newPage()
  const sent: string[] = []
  other.on('request', (request) => {
    if (request.url().includes('/api/')) sent.push(request.url())
  })
  await other.goto(link)
  const received = other.getByRole('dialog')
  await expect(received).toContainText('Opening it sends nothing')
  await other.clock.install()
  await received.getByRole('button', { name: 'Open as new board' }).click()
  await expect(board(other).getByRole('rowheader')).toHaveCount(6)
  await expect(board(other).getByRole('gridcell', { name: /waiting$/ })).toHaveCount(12)
  // Long enough for a price, which is asked for a moment after a change.
  await other.clock.runFor(1_000)
  expect(sent).toEqual([])
  await board(other).getByRole('rowheader').first().click()
  await expect(other.getByText('12 requests, max cost $')).toBeVisible()
  expect(sent.map((url) => new URL(url).pathname)).toEqual(['/api/v1/models'])
})
