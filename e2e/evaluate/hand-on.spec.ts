import type { Page } from '@playwright/test'

import { expect, test } from '../support/fixtures.ts'

const board = (page: Page) => page.getByRole('grid', { name: 'Board' })

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
