import type { Page } from '@playwright/test'

import { expectAccessible, expectAccessibleInBothColors, PANELS } from '../support/accessibility.ts'
import { countPresses } from '../support/count-presses.ts'
import { expect, test } from '../support/fixtures.ts'
import { SideBySide } from '../support/side-by-side.ts'

const CASES =
  'input,expected\nWhat is a bearer token?,RFC 6750\nWhat are server-sent events?,text/event-stream\nWhat is UTF-8?,ASCII\nExplain HTTP 402.,402\n12 * 12?,144'

const grid = (page: Page) => page.getByRole('grid', { name: 'Board' })

/** Pastes cases, as somebody does whose cursor stands in the field already. */
async function paste(page: Page, cases: string): Promise<void> {
  await page.getByRole('button', { name: 'Import cases' }).click()
  await expect(page.getByRole('textbox', { name: 'Cases' })).toBeFocused()
  await page.keyboard.insertText(cases)
  await page.getByRole('button', { name: 'Import', exact: true }).click()
}

async function importCases(page: Page): Promise<void> {
  await paste(page, CASES)
  await expect(grid(page).getByRole('rowheader')).toHaveCount(5)
}

async function setModel(page: Page, letter: string, model: string): Promise<void> {
  await page.getByRole('combobox', { name: `Model ${letter}` }).click()
  await page.keyboard.type(model)
  await page.keyboard.press('Enter')
}

test('behavior: two models answer five pasted cases and are judged in at most seven presses, nothing moves, and all of it is read by keyboard', async ({
  page,
}) => {
  await page.goto('/chat')
  const presses = await countPresses(page)
  await page.getByRole('link', { name: 'Evaluate' }).click()
  await importCases(page)
  await setModel(page, 'A', 'sandbox-chat')
  await setModel(page, 'B', 'sandbox-fast')
  const first = grid(page).getByRole('rowheader').first()
  const before = await first.boundingBox()
  await page.evaluate(() => {
    Object.assign(globalThis, { shift: 0 })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        if (Reflect.get(entry, 'hadRecentInput') !== true)
          Object.assign(globalThis, {
            shift: Number(Reflect.get(globalThis, 'shift')) + Number(Reflect.get(entry, 'value')),
          })
    }).observe({ type: 'layout-shift' })
  })
  await page.getByRole('button', { name: 'Run all' }).click()
  await expect(page.getByText('Done: 10 of 10')).toBeVisible()
  await expect(page.getByRole('status', { name: 'Board summary' })).toContainText(
    /A is better|No difference can be claimed/,
  )
  for (const letter of ['A', 'B'])
    await expect(page.getByRole('columnheader', { name: new RegExp(`^${letter} `) })).toContainText(
      /\d+% \(\d+–\d+%\).*s.*\$0\.\d+/,
    )
  expect(await presses()).toBeLessThanOrEqual(7)
  expect(await first.boundingBox()).toEqual(before)
  expect(before?.y).toBeLessThan(400)
  expect(await page.evaluate(() => Number(Reflect.get(globalThis, 'shift')))).toBeLessThan(0.001)

  await test.step('it is read by the keyboard alone, and each of its states is accessible', async () => {
    await expectAccessibleInBothColors(page)
    const cell = (row: number, letter: string) =>
      page.getByRole('gridcell', { name: new RegExp(`^Case ${row}, ${letter}: `) })
    await cell(1, 'A').focus()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowRight')
    await expect(cell(2, 'B')).toBeFocused()
    await page.keyboard.press('Enter')
    const panel = page.getByRole('region', { name: /^Case \d/ })
    await expect(panel).toHaveAccessibleName('Case 2, B')
    await expectAccessible(page, { include: PANELS })
    await page.keyboard.press('ArrowDown')
    await expect(panel).toHaveAccessibleName('Case 3, B')
    await page.keyboard.press('ArrowLeft')
    await expect(panel).toHaveAccessibleName('Case 3, A')
    await page.keyboard.press('Escape')
    await expect(panel).toHaveCount(0)
    await expect(cell(3, 'A')).toBeFocused()
    await page.getByRole('button', { name: 'Options' }).press('Enter')
    await expect(page.getByRole('spinbutton', { name: 'Seed of all configurations' })).toBeVisible()
    await expectAccessible(page)
  })

  await test.step('and so is one that is empty', async () => {
    await page.getByRole('button', { name: 'Boards' }).click()
    await page.getByRole('menuitem', { name: 'New board' }).click()
    await expect(page.getByRole('button', { name: 'Example board' })).toBeVisible()
    await expectAccessibleInBothColors(page)
  })
})

test('behavior: Markdown is rendered in cells, where nothing of it can be pressed, and nothing moves without checks', async ({
  page,
}) => {
  await page.route('**/api/v1/chat/completions', async (route) => {
    const chunk = (delta: object, finish_reason: string | null) =>
      `data: ${JSON.stringify({ id: 'c', object: 'chat.completion.chunk', created: 1, model: 'm', choices: [{ index: 0, delta, finish_reason }] })}\n\n`
    const content = '**Tip:** see [this](https://example.com/) <img src=x onerror=alert(1)>'
    await route.fulfill({
      contentType: 'text/event-stream',
      body: `${chunk({ role: 'assistant', content }, null)}${chunk({}, 'stop')}data: [DONE]\n\n`,
    })
  })
  await page.goto('/evaluate')
  await page.getByRole('button', { name: 'Example board' }).click()
  await page.getByRole('button', { name: /^Checks: / }).click()
  for (let count = 2; count > 0; count -= 1)
    await page
      .getByRole('button', { name: /^Remove check: / })
      .first()
      .click()
  const first = page.getByRole('rowheader').first()
  const before = await first.boundingBox()
  await page.getByRole('button', { name: 'Run all' }).press('Enter')
  await expect(page.getByRole('gridcell', { name: /done$/ })).toHaveCount(12)
  expect(await first.boundingBox()).toEqual(before)
  const cell = page.getByRole('gridcell', { name: /^Case 1, A: .*done$/ })
  await expect(cell.locator('strong')).toHaveText('Tip:')
  await expect(cell.locator('img')).toHaveCount(0)
  // A press on its link opens the cell.
  await cell.getByText('this').click({ force: true })
  await expect(page.getByRole('region', { name: 'Case 1, A' })).toBeVisible()
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 320, height: 640 }, hasTouch: true })

  const sideways = (page: Page) =>
    page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
  const openNewBoard = async (page: Page) => {
    await page.getByRole('button', { name: 'Boards' }).tap()
    await page.getByRole('menuitem', { name: 'New board' }).tap()
  }

  test('behavior: one configuration is shown at a time, its cases as cards, and a cell is a sheet', async ({
    page,
  }) => {
    await page.goto('/evaluate')
    await test.step('one column of a conversation is shown at a time, and nothing scrolls sideways', async () => {
      const screen = new SideBySide(page)
      await screen.say('/tokens 20')
      await screen.expectDone(1, 'A')
      await page.getByRole('radio', { name: 'B' }).check()
      await expect(screen.cell(1, 'B')).toBeVisible()
      await expect(screen.cell(1, 'A')).toHaveCount(0)
      expect(await sideways(page)).toBe(0)
    })
    await test.step('so is one configuration of a board, and nothing is beside the screen', async () => {
      await openNewBoard(page)
      await importCases(page)
      await page.getByRole('button', { name: 'Run all' }).tap()
      await expect(page.getByText('Done: 10 of 10')).toBeVisible()
      await expect(page.getByRole('gridcell', { name: /^Case 1, A: / })).toBeVisible()
      await expect(page.getByRole('gridcell', { name: /^Case 1, B: / })).toHaveCount(0)
      await page.getByRole('radio', { name: 'B' }).check()
      await expect(page.getByRole('gridcell', { name: /^Case 1, B: / })).toBeVisible()
      const ofBoard = await grid(page).evaluate(({ parentElement: board }) =>
        board ? board.scrollWidth - board.clientWidth : -1,
      )
      expect([await sideways(page), ofBoard]).toEqual([0, 0])
      await expectAccessible(page)
    })
    await test.step('nothing lies on what an empty board offers, and a cell is a sheet', async () => {
      await page.setViewportSize({ width: 390, height: 844 })
      await openNewBoard(page)
      // A press fails where something else is on top.
      await page.getByRole('button', { name: 'Add case' }).tap({ trial: true })
      await page.getByRole('button', { name: 'Example board' }).tap()
      await page
        .getByRole('gridcell', { name: /waiting$/ })
        .first()
        .tap()
      const sheet = page.getByRole('dialog', { name: 'Case 1, A' })
      await expect(sheet.getByRole('region', { name: 'Case 1, A' })).toBeVisible()
      await sheet.getByRole('button', { name: 'Next cell' }).tap()
      await expect(page.getByRole('dialog', { name: 'Case 1, B' })).toBeVisible()
    })
  })

  test('behavior: of many cards those in sight are drawn, and the configuration stays above them', async ({
    page,
  }) => {
    await page.goto('/evaluate')
    await paste(page, Array.from({ length: 300 }, (_, at) => `Question ${at}`).join('\n'))
    await expect(grid(page).getByRole('rowheader', { name: /^1 / })).toBeVisible()
    const drawn = () => grid(page).getByRole('rowheader').count()
    expect(await drawn()).toBeLessThan(30)
    await page.mouse.move(160, 400)
    await expect(async () => {
      await page.mouse.wheel(0, 20_000)
      await expect(grid(page).getByRole('rowheader', { name: /^300 / })).toBeInViewport({
        timeout: 100,
      })
    }).toPass()
    expect(await drawn()).toBeLessThan(30)
    await expect(page.getByRole('combobox', { name: 'Model A' })).toBeInViewport()
  })
})
