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
