import type { Page } from '@playwright/test'

import { encodeSetup } from '../../src/core/share/codec.ts'
import type { SharedSetup } from '../../src/core/share/setup.ts'
import { chatOf } from '../../src/core/share/testing/share-fixtures.ts'
import type { ChatScreen } from '../support/chat-screen.ts'
import { expect, test } from '../support/fixtures.ts'
import { keptTexts } from '../support/kept-drafts.ts'

const shared = {
  ...chatOf(200),
  model: 'sandbox-fast',
  settings: { stream: true, temperature: 0.25, my_field: 'mine' },
}

/** What a link may not bring about, whatever it holds. */
const HOSTILE: unknown[] = [
  { ...shared, apiUrl: 'https://attacker.example', key: 'x' },
  JSON.parse('{"area":"chat","__proto__":{"polluted":true}}'),
  { area: 'settings', theme: 'dark' },
  { ...shared, messages: Array.from({ length: 500 }, () => ({ role: 'user', content: '<img>' })) },
  { ...shared, model: '\u202Eevil\u200B', settings: { n: 1e9, temperature: 'x' } },
  { area: 'explore', method: 'POST', path: '//attacker.example/', body: '{}' },
  { area: 'image', fields: { image: 'https://attacker.example/a.png', prompt: 'x' } },
]

/** What the page asks for beyond its own files: of the API, of the service, of anyone else. */
function watchRequests(page: Page, appUrl: string): string[] {
  const seen: string[] = []
  page.on('request', (request) => {
    const { origin, pathname } = new URL(request.url())
    if (origin !== new URL(appUrl).origin || /^\/(?:api|local)\//.test(pathname))
      seen.push(`${request.method()} ${origin}${pathname}`)
  })
  return seen
}

const stored = (page: Page) =>
  page.evaluate(async () => ({
    settings: Object.fromEntries(Object.entries(localStorage)),
    databases: (await indexedDB.databases()).length,
  }))

/** What is stored once what the page itself asked the API for has come, and none is open. */
async function storedAtRest(page: Page) {
  const kept = async () => JSON.stringify(await stored(page))
  await expect.poll(kept).toContain('\\"open\\":[]')
  return stored(page)
}

/** Has something stand in the chat that a link must not touch, stored as well. */
async function writeDraft(page: Page, chat: ChatScreen): Promise<void> {
  await chat.message.fill('A draft of mine')
  await expect.poll(keptTexts(page)).toEqual(['A draft of mine'])
}

test('a link into an empty chat opens at once, sends nothing, and is undone', async ({
  page,
  chat,
  service,
}) => {
  const requests = watchRequests(page, service.ready.appUrl)
  await page.goto(`/chat${encodeSetup(shared)}`)
  await expect(chat.model).toHaveValue('sandbox-fast')
  await expect(page.getByRole('article', { name: 'System message' })).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page).toHaveURL(/\/chat\/[\w-]+$/)
  expect(requests).toEqual([])
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(chat.model).toHaveValue('default')
  await expect(page.getByRole('article')).toHaveCount(0)
  await expect(page).toHaveURL(/\/chat$/)
  await expect(page.getByRole('list', { name: 'Settings that are sent' })).toHaveCount(0)
  expect(requests.filter((request) => request.startsWith('POST'))).toEqual([])
  // What was written is deleted from the disk after the screen has changed.
  const history = page.getByRole('button', { name: 'History', exact: true })
  await history.click()
  await expect(page.getByText('No conversations yet')).toBeVisible()
  await history.click()
  await expect(page.getByText('No conversations yet')).toHaveCount(0)
  await page.reload()
  await history.click()
  await expect(page.getByText('No conversations yet')).toBeVisible()
})

test('a link shows what it changes, and changes and sends nothing before a press, hostile or not', async ({
  page,
  chat,
  service,
}) => {
  await writeDraft(page, chat)
  const before = await storedAtRest(page)
  const requests = watchRequests(page, service.ready.appUrl)
  await page.goto(`/chat${encodeSetup(shared)}`)
  const dialog = page.getByRole('dialog', { name: 'Open this chat?' })
  const contents = dialog.getByRole('table', { name: 'Contents' })
  await expect(contents.getByRole('row', { name: /^temperature 0\.25/ })).toBeVisible()
  await expect(contents.getByRole('row', { name: /^my_field not validated/ })).toBeVisible()
  // Only what is replaced stands beside what replaces it.
  const replaced = dialog.getByRole('table', { name: 'Replaced' })
  await expect(replaced.getByRole('row')).toHaveText([/Current/, /^model.*default.*sandbox-fast/])
  await expect(page).not.toHaveURL(/#/)
  expect(requests).toEqual([])
  expect(await storedAtRest(page)).toEqual(before)

  await dialog.getByRole('button', { name: 'Discard' }).click()
  await expect(chat.model).toHaveValue('default')
  await expect(chat.message).toHaveValue('A draft of mine')
  expect(requests.filter((request) => request.startsWith('POST'))).toEqual([])

  const beforeHostile = await storedAtRest(page)
  const requestsOfHostile = watchRequests(page, service.ready.appUrl)
  for (const value of HOSTILE)
    await test.step(JSON.stringify(value).slice(0, 60), async () => {
      await page.goto('about:blank')
      await page.goto(`/chat${encodeSetup(value as SharedSetup)}`)
      await expect(page.getByRole('dialog')).toBeVisible()
      expect(requestsOfHostile).toEqual([])
      expect(await storedAtRest(page)).toEqual(beforeHostile)
      expect(await page.evaluate(() => 'polluted' in {})).toBe(false)
    })
})
