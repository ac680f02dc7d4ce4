import { readFile } from 'node:fs/promises'

import { expectAccessibleInBothColors } from '../support/accessibility.ts'
import { expect, test } from '../support/fixtures.ts'

test('what chats cost is added up, listed by what it went on, and exported', async ({
  chat,
  page,
}) => {
  await chat.ask('/tokens 40 /rate 0 One <b>bold</b> question')
  await chat.ask('/tokens 40 /rate 0 Another')
  await page.getByRole('link', { name: 'Wallet' }).first().click()

  const spending = page.getByRole('region', { name: 'Spending' })
  const rows = spending.getByRole('table', { name: 'Spending' }).getByRole('row')
  await expect(rows).toHaveCount(2)
  await expect(rows.nth(1)).toContainText('2$0.00')
  await spending.getByRole('radio', { name: 'Model' }).check()
  await expect(rows.nth(1)).toContainText('sandbox-chat')
  await spending.getByRole('radio', { name: 'Conversation' }).check()
  await expect(rows.nth(1)).toContainText('<b>bold</b>')
  await spending.getByRole('combobox', { name: 'Range' }).selectOption('Last 7 days')
  await expect(rows).toHaveCount(2)
  await expectAccessibleInBothColors(page)

  const download = page.waitForEvent('download')
  await spending.getByRole('button', { name: 'Export' }).click()
  const file = await readFile(await (await download).path(), 'utf8')
  expect(file).toContain('day,connection,model,conversation,requests,microUsd')
  expect(file).toMatch(/,sandbox-chat,.*bold.*,2,\d+\r\n/)
})

test('before anything is spent, Spending says what will be there', async ({ page }) => {
  await page.goto('/wallet')
  await expect(page.getByRole('region', { name: 'Spending' })).toContainText('Nothing spent yet')
})
