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

    await page.getByRole('button', { name: 'Options' }).click()
    await page.getByRole('combobox', { name: 'Show' }).selectOption('Failed')
    await page.keyboard.press('Escape')
    await expect(page.getByRole('rowheader')).toHaveCount(failed)
    await cells(page, 'failed').first().press('Enter')
    const panel = page.getByRole('region', { name: /^Case \d, B$/ })
    await expect(panel.getByText('Expected to contain')).toBeVisible()
    await panel.getByRole('button', { name: 'Inspect' }).click()
    const inspector = page.getByRole('region', { name: 'Inspector' })
    await inspector.getByRole('tab', { name: 'Request' }).click()
    await expect(inspector).toContainText('sandbox-fast')
  },
)

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
  const first = page.getByRole('rowheader').first()
  const before = await first.boundingBox()
  await page.getByRole('button', { name: 'Run all' }).click()
  await expect(cells(page, 'done')).toHaveCount(4)
  await expect(summary).toContainText('2 done')
  expect(await first.boundingBox()).toEqual(before)
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

/** Has every configuration respond with one line of 5,000 characters without a space. */
async function giveLongLine(page: Page): Promise<void> {
  await page.route('**/api/v1/chat/completions', async (route) => {
    const chunk = (delta: object, finish_reason: string | null) =>
      `data: ${JSON.stringify({ id: 'c', object: 'chat.completion.chunk', created: 1, model: 'm', choices: [{ index: 0, delta, finish_reason }] })}\n\n`
    const whole = chunk({ role: 'assistant', content: 'x'.repeat(5_000) }, null)
    await route.fulfill({
      contentType: 'text/event-stream',
      body: `${whole}${chunk({}, 'stop')}data: [DONE]\n\n`,
    })
  })
}

test('behavior: the first press opens a cell beside the board, keys go on to the next and close it', async ({
  page,
}) => {
  await giveLongLine(page)
  await openExample(page)
  await page.getByRole('button', { name: 'Run all' }).click()
  await expect(cells(page, 'failed')).toHaveCount(12)
  const panel = page.getByRole('region', { name: /^Case \d/ })
  const press = async (name: RegExp | string, role: 'gridcell' | 'rowheader') => {
    const box = await page.getByRole(role, { name }).boundingBox()
    await page.mouse.move((box?.x ?? 0) + 40, (box?.y ?? 0) + 40)
    await page.mouse.down()
    await page.mouse.up()
  }
  await press(/^Case 2, A/, 'gridcell')
  await expect(panel).toHaveAccessibleName('Case 2, A')
  for (const width of [1280, 1920]) {
    await page.setViewportSize({ width, height: 800 })
    const [side, board, close] = await Promise.all(
      [
        panel,
        page.getByRole('grid', { name: 'Board' }),
        panel.getByRole('button', { name: /^Close/ }),
      ].map((part) => part.boundingBox()),
    )
    expect(side?.width).toBeGreaterThanOrEqual(384)
    expect(side?.width).toBeLessThanOrEqual(480)
    expect(board?.width).toBe(width - (side?.width ?? 0))
    expect((close?.x ?? 0) + (close?.width ?? 0)).toBeLessThanOrEqual(width)
  }
  await page.keyboard.press('ArrowRight')
  await expect(panel).toHaveAccessibleName('Case 2, B')
  await panel.getByRole('button', { name: 'Next cell' }).click()
  await expect(panel).toHaveAccessibleName('Case 3, A')
  await page.keyboard.press('ArrowLeft')
  await expect(panel).toHaveAccessibleName('Case 2, B')
  await page.keyboard.press('Escape')
  await expect(panel).toHaveCount(0)
  await expect(page.getByRole('gridcell', { name: /^Case 2, B/ })).toBeFocused()

  await press('3 What is a bearer token?', 'rowheader')
  await expect(panel).toHaveAccessibleName('Case 3')
  await panel.getByRole('textbox', { name: 'Expected value' }).press('Escape')
  await expect(panel).toHaveCount(0)
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true })

  test('behavior: nothing lies on what an empty board offers, and a cell is a sheet', async ({
    page,
  }) => {
    await page.goto('/evaluate')
    // A press fails where something else is on top.
    await page.getByRole('button', { name: 'Add case' }).tap({ trial: true })
    await page.getByRole('button', { name: 'Example board' }).tap()
    await cells(page, 'waiting').first().tap()
    const sheet = page.getByRole('dialog', { name: 'Case 1, A' })
    await expect(sheet.getByRole('region', { name: 'Case 1, A' })).toBeVisible()
    await sheet.getByRole('button', { name: 'Next cell' }).tap()
    await expect(page.getByRole('dialog', { name: 'Case 1, B' })).toBeVisible()
  })
})

test('a reload in the middle of a run loses nothing and sends nothing by itself', async ({
  page,
}) => {
  await openExample(page)
  await page.getByRole('button', { name: /^Prompt: / }).click()
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

  await page.getByRole('button', { name: /^Prompt: / }).click()
  await page.getByRole('textbox', { name: 'Prompt' }).fill('{{input}}')
  await page.getByRole('button', { name: 'Run all' }).click()
  await expect(cells(page, '(passed|failed)')).toHaveCount(12)
})
