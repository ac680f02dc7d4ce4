import type { Page } from '@playwright/test'

import { ChatScreen } from '../support/chat-screen.ts'
import { expect, test as onService } from '../support/fixtures.ts'
import { test as onStaticHost } from '../support/static-host.ts'
import { startListener, WAYS_COUNT, waysOut, type Listener } from './ways-out.ts'

/** Has a snippet try every way out, as the result of a tool call. */
async function runSnippet(page: Page, { url }: Listener) {
  const answer = await new ChatScreen(page).ask('/tool')
  await answer.getByText('More', { exact: true }).first().click()
  await answer.getByRole('textbox', { name: 'Snippet for get_weather' }).fill(waysOut(url))
  // A busy machine may need longer than the default for all of them.
  await answer.getByRole('spinbutton', { name: 'Timeout, seconds' }).fill('30')
  await answer.getByRole('button', { name: 'Run snippet' }).click()
  return answer
}

/** Has a board's check try them. Returns the results of the case's checks. */
async function runCheck(page: Page, { url }: Listener) {
  await page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('link', { name: 'Evaluate', exact: true })
    .click()
  await page.getByRole('button', { name: 'Add case' }).click()
  await page.getByRole('textbox', { name: '{{input}}' }).fill('Say a.')
  await page.getByRole('button', { name: 'Add check' }).click()
  await page.getByRole('combobox', { name: 'Check type' }).selectOption({ label: 'JavaScript' })
  await page.getByRole('textbox', { name: 'Code' }).fill(waysOut(url))
  await page.getByRole('button', { name: 'Run all' }).click()
  const cell = page.getByRole('gridcell', { name: /^Case 1, A: .*(?:failed|error|undecided)$/ })
  await cell.focus()
  await page.keyboard.press('Enter')
  return page.getByRole('list', { name: 'Check results' }).getByRole('listitem')
}

/** Nothing left the browser, and nothing is left in it, where the next visit would find it. */
async function expectNothingLeft(page: Page, listener: Listener): Promise<void> {
  expect(listener.arrived()).toEqual({ connections: 0, bytes: 0 })
  const kept = await page.evaluate(async () => ({
    databases: (await indexedDB.databases()).filter(({ name }) => name === 'SECRET-1').length,
    caches: (await caches.keys()).filter((name) => name === 'SECRET-1').length,
  }))
  expect(kept).toEqual({ databases: 0, caches: 0 })
  // It would have been heard.
  await fetch(listener.url)
  expect(listener.arrived().connections).toBe(1)
  listener.stop()
}

onStaticHost(
  `security: on a host that sends no policy, code is not run: ${WAYS_COUNT} ways out, 0 bytes`,
  async ({ page }) => {
    const listener = await startListener()
    await page.goto('chat/')
    const answer = await runSnippet(page, listener)
    await expect(answer.getByRole('alert')).toContainText('Code needs the local service')
    // Neither passed nor failed.
    await expect(await runCheck(page, listener)).toHaveText([
      /^Undecided JavaScript.*Code needs the local service/,
    ])
    await expectNothingLeft(page, listener)
  },
)

onService(
  `security: under the policy of the service code runs, and of ${WAYS_COUNT} ways out none is one`,
  async ({ chat, page }) => {
    const listener = await startListener()
    const answer = await runSnippet(page, listener)
    await expect(answer.getByRole('textbox', { name: 'Result of get_weather' })).toHaveValue(
      `tried ${WAYS_COUNT}`,
    )
    await expect(await runCheck(chat.page, listener)).toHaveText([
      new RegExp(`^Failed JavaScript.*“tried ${WAYS_COUNT}”`),
    ])
    await expectNothingLeft(page, listener)
  },
)
