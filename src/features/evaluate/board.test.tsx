import type { Page } from '@playwright/test'

import { keptRecords } from '../../../e2e/support/kept-records.ts'
import { expect, test } from '../../app/testing/open-page.tsx'
import type { Board } from '../../core/evaluate/board.ts'

const cells = (page: Page, state: string) =>
  page.getByRole('grid', { name: 'Board' }).getByRole('gridcell', { name: new RegExp(`${state}$`) })

async function openExample(page: Page): Promise<void> {
  await page.goto('/evaluate')
  await page.getByRole('button', { name: 'Example board' }).click()
  await expect(cells(page, 'waiting')).toHaveCount(12)
}

test('changed cells alone are sent again, and a change of the checks is applied at once without a request', async ({
  page,
}) => {
  await openExample(page)
  await page.getByRole('button', { name: 'Run all' }).click()
  await expect(page.getByText('Done: 12 of 12')).toBeVisible()
  let sent = 0
  page.on('request', (request) => {
    if (request.url().endsWith('/chat/completions')) sent += 1
  })
  const model = page.getByRole('combobox', { name: 'Model B' })
  await model.fill('sandbox-chat')
  await model.press('Enter')
  await expect(page.getByText('6 results are outdated')).toBeVisible()
  await page.getByRole('button', { name: 'Run all' }).click()
  await expect(page.getByText('Done: 6 of 6')).toBeVisible()
  await expect(page.getByText(/outdated/)).toHaveCount(0)
  expect(sent).toBe(6)

  await page.getByRole('button', { name: /^Checks: / }).click()
  await page.getByRole('button', { name: /^Remove check: Contains/ }).click()
  await cells(page, '(passed|failed)').first().press('Enter')
  await expect(page.getByRole('list', { name: 'Check results' }).getByRole('listitem')).toHaveCount(
    1,
  )
  await page.getByRole('button', { name: /^Checks: / }).click()
  await page.getByRole('list', { name: 'Checks' }).getByText('Length at most 600').click()
  await page.getByRole('spinbutton', { name: 'Maximum characters' }).fill('1')
  await expect(cells(page, 'failed')).toHaveCount(12)
  await page.getByRole('button', { name: /^Remove check: Length/ }).click()
  await expect(cells(page, 'done')).toHaveCount(12)
  await expect(page.getByText('Done: 6 of 6')).toBeVisible()
  expect(sent).toBe(6)
})

test('cases and configurations are added, edited, removed and restored, and stay after a reload', async ({
  page,
}) => {
  await page.goto('/evaluate')
  await page.getByRole('button', { name: 'Add case' }).click()
  const panel = page.getByRole('region', { name: 'Case 1' })
  await panel.getByRole('textbox', { name: '{{input}}' }).fill('Explain HTTP 402.')
  await expect(page.getByRole('rowheader', { name: '1 Explain HTTP 402.' })).toBeVisible()
  await page.getByRole('button', { name: 'Add configuration' }).click()
  await page.getByRole('combobox', { name: 'Model C' }).fill('sandbox-fast')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Settings C' }).click()
  const settings = page.getByRole('region', { name: 'Configuration C' })
  await settings.getByRole('textbox', { name: 'System message' }).fill('Be brief.')
  await settings.getByRole('spinbutton', { name: 'temperature', exact: true }).fill('0.2')
  await page.getByRole('button', { name: 'Actions for A' }).click()
  await page.getByRole('menuitem', { name: 'Remove' }).click()
  await expect(page.getByRole('columnheader', { name: 'B sandbox-fast' })).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByRole('columnheader', { name: 'C sandbox-fast' })).toBeVisible()

  const kept = async () => {
    const boards = (await keptRecords(page, 'vendor-playground', 'boards')) as Board[]
    return boards.map(({ configurations }) => configurations.length)
  }
  await expect.poll(kept).toEqual([3])
  await page.reload()
  await expect(cells(page, 'waiting')).toHaveCount(3)
  await page.getByRole('button', { name: 'Settings C' }).click()
  await expect(settings.getByRole('textbox', { name: 'System message' })).toHaveValue('Be brief.')
  await expect(settings.getByRole('spinbutton', { name: 'temperature', exact: true })).toHaveValue(
    '0.2',
  )
})

test('behavior: Compare brings the conversation, the draft and the choice of a second model', async ({
  chat,
  page,
}) => {
  await chat.ask('/tokens 3 Before')
  await chat.message.fill('Now this')
  await page.getByRole('button', { name: 'More for this chat' }).click()
  await page.getByRole('menuitem', { name: 'Compare' }).click()
  const message = page.getByRole('textbox', { name: 'Message', exact: true })
  await expect(message).toBeFocused()
  await expect(message).toHaveValue('Now this')
  await expect(page.getByRole('rowheader', { name: /^1 / })).toContainText('Before')
  await expect(page.getByRole('combobox', { name: 'Model B' })).toHaveAttribute(
    'aria-expanded',
    'true',
  )
  await expect(page.getByRole('button', { name: /case/i })).toHaveCount(0)
  await page.getByRole('option', { name: /sandbox-fast/ }).click()
  await expect(page.getByRole('combobox', { name: 'Model B' })).toHaveValue('sandbox-fast')
  await message.press('Enter')
  await expect(page.getByRole('gridcell', { name: /^Case 1, B: .*done$/ })).toBeVisible()
})

test('the list that Compare opens goes with what is written, however that comes', async ({
  chat,
  page,
}) => {
  await chat.ask('/tokens 3 Before')
  await page.getByRole('button', { name: 'More for this chat' }).click()
  await page.getByRole('menuitem', { name: 'Compare' }).click()
  const model = page.getByRole('combobox', { name: 'Model B' })
  await expect(model).toHaveAttribute('aria-expanded', 'true')
  // As dictation does: without a key.
  await page.keyboard.insertText('Dictated')
  await expect(model).toHaveAttribute('aria-expanded', 'false')
  await expect(page.getByRole('textbox', { name: 'Message', exact: true })).toHaveValue('Dictated')
})
