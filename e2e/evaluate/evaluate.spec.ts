import type { Page } from '@playwright/test'

import { expect, test } from '../support/fixtures.ts'

/** Chat requests of the page so far. */
function countRequests(page: Page): () => number {
  let count = 0
  page.on('request', (request) => {
    if (request.url().endsWith('/chat/completions')) count += 1
  })
  return () => count
}

const cells = (page: Page, state: string) =>
  page.getByRole('grid', { name: 'Board' }).getByRole('gridcell', { name: new RegExp(`${state}$`) })

async function openExample(page: Page): Promise<void> {
  await page.goto('/evaluate')
  await page.getByRole('button', { name: 'Example board' }).click()
  await expect(cells(page, 'waiting')).toHaveCount(12)
}

test(
  'the example board runs from one press, is filtered, and a cell leads to its request',
  { tag: '@smoke' },
  async ({ page }) => {
    await openExample(page)
    await expect(page.getByText('12 requests, max cost $')).toBeVisible()
    await page.getByRole('button', { name: 'Run all' }).click()
    await expect(page.getByText('Done: 12 of 12')).toBeVisible()
    await expect(cells(page, '(passed|failed)')).toHaveCount(12)
    const failed = await cells(page, 'failed').count()
    expect(failed).toBeGreaterThan(0)

    await page.getByRole('combobox', { name: 'Show' }).selectOption('Failed')
    await expect(page.getByRole('rowheader')).toHaveCount(failed)
    await cells(page, 'failed').first().press('Enter')
    const panel = page.getByRole('region', { name: /^Case \d, B$/ })
    await expect(panel.getByText('Expected to contain')).toBeVisible()
    await panel.getByRole('combobox', { name: 'Compare with' }).selectOption('Differences from A')
    await panel.getByRole('button', { name: 'Open in Inspector' }).click()
    const inspector = page.getByRole('region', { name: 'Inspector' })
    await inspector.getByRole('tab', { name: 'Request' }).click()
    await expect(inspector).toContainText('sandbox-fast')
  },
)

test('changed cells alone are sent again, and checks are applied again without a request', async ({
  page,
}) => {
  await openExample(page)
  await page.getByRole('button', { name: 'Run all' }).click()
  await expect(page.getByText('Done: 12 of 12')).toBeVisible()
  const sent = countRequests(page)
  const model = page.getByRole('combobox', { name: 'Model B' })
  await model.fill('sandbox-chat')
  await model.press('Enter')
  await expect(page.getByText('6 results are outdated')).toBeVisible()
  await page.getByRole('button', { name: 'Run changed' }).click()
  await expect(page.getByText('Done: 6 of 6')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Run changed' })).toHaveCount(0)
  expect(sent()).toBe(6)

  await page.getByRole('button', { name: /^Remove check: Contains/ }).click()
  await page.getByRole('button', { name: 'Check again' }).click()
  await expect(page.getByText('Done: 12 of 12')).toBeVisible()
  await cells(page, '(passed|failed)').first().press('Enter')
  await expect(page.getByRole('list', { name: 'Check results' }).getByRole('listitem')).toHaveCount(
    1,
  )
  expect(sent()).toBe(6)
})

test('a reload in the middle of a run loses nothing and sends nothing by itself', async ({
  page,
}) => {
  await openExample(page)
  await page.getByRole('textbox', { name: 'Prompt' }).fill('/tokens 400 /rate 20 {{input}}')
  await page.getByRole('button', { name: 'Run all' }).click()
  await expect(cells(page, 'running').first()).toBeVisible()
  await page.reload({ waitUntil: 'commit' })
  const sent = countRequests(page)
  await expect(cells(page, 'error').first()).toHaveAccessibleName(/may have been charged/)
  await expect(cells(page, 'running')).toHaveCount(0)
  await expect(page.getByText(/requests, max cost/)).toBeVisible()
  expect(sent()).toBe(0)
  const interrupted = await cells(page, 'error').count()
  await expect(cells(page, 'waiting')).toHaveCount(12 - interrupted)

  await page.getByRole('textbox', { name: 'Prompt' }).fill('{{input}}')
  await page.getByRole('button', { name: 'Run all' }).click()
  await expect(cells(page, '(passed|failed)')).toHaveCount(12)
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
  await page.getByRole('combobox', { name: 'Model B' }).fill('sandbox-fast')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Settings B' }).click()
  const settings = page.getByRole('region', { name: 'Configuration B' })
  await settings.getByRole('textbox', { name: 'System message' }).fill('Be brief.')
  await settings.getByRole('spinbutton', { name: 'temperature', exact: true }).fill('0.2')
  await page.getByRole('button', { name: 'Actions for A' }).click()
  await page.getByRole('menuitem', { name: 'Remove' }).click()
  await expect(page.getByRole('columnheader', { name: 'A sandbox-fast' })).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByRole('columnheader', { name: 'B sandbox-fast' })).toBeVisible()

  await page.reload()
  await expect(cells(page, 'waiting')).toHaveCount(2)
  await page.getByRole('button', { name: 'Settings B' }).click()
  await expect(settings.getByRole('textbox', { name: 'System message' })).toHaveValue('Be brief.')
  await expect(settings.getByRole('spinbutton', { name: 'temperature', exact: true })).toHaveValue(
    '0.2',
  )
})
