import type { Page } from '@playwright/test'

import { expect, test } from '../support/fixtures.ts'
import { startOtherServer } from '../support/other-server.ts'

/*
 * What a first minute costs: presses are counted as the page sees them; typing, paste and Enter are none.
 */

/** Counts presses from here on. */
async function countPresses(page: Page): Promise<() => Promise<number>> {
  const counted = { presses: 0 }
  await page.exposeFunction('countPress', () => {
    counted.presses += 1
  })
  const count = () => {
    addEventListener('pointerdown', () => void Reflect.get(globalThis, 'countPress')(), true)
  }
  await page.addInitScript(count)
  await page.evaluate(count)
  return async () => counted.presses
}

const COMMAND = `curl https://api.example.com/v1/chat/completions -H 'Authorization: Bearer sk-proj-abcdefghijklmnopqrstuvwxyz0123456789' -d '{"model":"sandbox-chat","messages":[{"role":"user","content":"Hi"}]}'`

test('a first message takes no press: what is typed lands in the message', async ({
  chat,
  page,
}) => {
  const presses = await countPresses(page)
  await page.keyboard.type('Hello')
  await page.keyboard.press('Enter')
  await expect(chat.answers.first().getByRole('group', { name: 'Response metrics' })).toBeVisible()
  expect(await presses()).toBe(0)
})

test('a pasted curl command takes two presses to its response', async ({ chat, page }) => {
  const presses = await countPresses(page)
  await page.evaluate((text) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', text)
    document.activeElement?.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
    )
  }, COMMAND)
  await page.getByRole('button', { name: 'Open as a request' }).click()
  await expect(page.getByRole('article', { name: 'User message' })).toContainText('Hi')
  await expect(page.getByText('1 credential was left out')).toHaveCount(1)
  await chat.send.click()
  await expect(chat.answers.first().getByRole('group', { name: 'Response metrics' })).toBeVisible()
  expect(await presses()).toBe(2)
})

test('an API without a key takes four presses to its response', async ({ chat, page }) => {
  const other = await startOtherServer()
  other.openToAll()
  try {
    const presses = await countPresses(page)
    await page.getByRole('button', { name: 'Connect Ollama, OpenAI, your own' }).click()
    const dialog = page.getByRole('dialog', { name: 'Connection' })
    await dialog.getByRole('textbox', { name: 'Base URL' }).fill(other.baseUrl)
    await dialog.getByRole('button', { name: 'Connect', exact: true }).click()
    await page.getByRole('button', { name: 'Allow', exact: true }).click()
    await dialog.getByRole('button', { name: 'Connect', exact: true }).click()
    await expect(page.getByRole('button', { name: 'Connection', exact: true })).toContainText(
      new URL(other.baseUrl).host,
    )
    await expect(dialog).toBeHidden()
    expect(await presses()).toBe(4)
    await expect(chat.model).toHaveValue('other-model')
    await chat.message.fill('Hello')
    await chat.message.press('Enter')
    await expect(chat.answers.first()).toContainText('Hello from elsewhere')
    expect(await presses()).toBe(4)
  } finally {
    await other.stop()
  }
})
