import { savedBy } from '../../../e2e/support/files.ts'
import { expect, test } from '../../app/testing/open-page.tsx'

test('behavior: two responses are compared blind, and votes stand in the summary and after a reload', async ({
  page,
}) => {
  await page.goto('/evaluate')
  await page.getByRole('button', { name: 'Example board' }).click()
  await page.getByRole('button', { name: 'Run all' }).click()
  await expect(page.getByText('Done: 12 of 12')).toBeVisible()
  await page.getByRole('button', { name: 'Compare blind' }).click()
  const dialog = page.getByRole('dialog', { name: 'Blind comparison' })
  const names = /left was [AB] sandbox-\S+, right was [AB] sandbox-/
  await expect(dialog).toContainText(/0 of \d compared/)
  await expect(dialog).not.toContainText('sandbox-')
  await expect(dialog.locator('.md')).toHaveCount(2)
  const left = await dialog.getByRole('region', { name: 'Left response' }).textContent()

  await dialog.getByRole('button', { name: 'Left is better' }).click()
  await expect(dialog.getByText(names)).toBeVisible()
  await dialog.getByRole('button', { name: 'Undo vote' }).click()
  await expect(dialog).toContainText(/0 of \d compared/)
  await page.reload()
  // A style hides the button until the responses are there.
  const summary = page.getByRole('status', { name: 'Board summary' })
  await expect(summary).toContainText('No difference can be claimed')
  await page.getByRole('button', { name: 'Compare blind' }).click()
  // The same pair, in the same order.
  await expect(dialog.getByRole('region', { name: 'Left response' })).toHaveText(left ?? '')

  await page.keyboard.press('2')
  await expect(dialog).toContainText(/1 of \d compared/)
  await page.keyboard.press('3')
  await expect(dialog).toContainText(/2 of \d compared/)
  await dialog.getByRole('button', { name: 'Close' }).click()
  await expect(summary).toContainText('Blind votes: No difference can be claimed')
  await expect(summary).toContainText(/Blind votes won (25|75)% \(\d+–\d+%\) of 2/)

  await page.reload()
  await expect(summary).toContainText(/Blind votes won (25|75)% \(\d+–\d+%\) of 2/)
  await page.getByRole('button', { name: 'Export' }).click()
  const csv = await savedBy(page, () =>
    page.getByRole('menuitem', { name: 'CSV', exact: true }).click(),
  )
  expect(csv.text).toContain('votes_won,votes_lost,votes_tied,votes_bad')
})
