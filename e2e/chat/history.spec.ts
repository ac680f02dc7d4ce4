import { readFile } from 'node:fs/promises'

import type { Locator, Page } from '@playwright/test'

import { expectAccessibleInBothColors } from '../support/accessibility.ts'
import { expect, test } from '../support/fixtures.ts'
import { keptAnswers } from '../support/kept-answers.ts'

async function openHistory(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'History', exact: true }).click()
  const history = page.getByRole('region', { name: 'History' })
  await expect(history).toBeVisible()
  return history
}

async function choose(history: Locator, menu: string, item: string): Promise<void> {
  const button = history.getByRole('button', { name: menu, exact: true })
  await button.focus()
  await button.press('Enter')
  await history.getByRole('menuitem', { name: item, exact: true }).click()
}

async function newChat(history: Locator): Promise<void> {
  await history.getByRole('button', { name: 'New chat' }).click()
  await expect(history.page().getByRole('article')).toHaveCount(0)
}

/** What a download of this page holds. */
async function download(page: Page, press: () => Promise<void>): Promise<string> {
  const [file] = await Promise.all([page.waitForEvent('download'), press()])
  return readFile(await file.path(), 'utf8')
}

async function importText(history: Locator, text: string): Promise<void> {
  const chooser = history.page().waitForEvent('filechooser')
  await choose(history, 'More: all conversations', 'Import')
  await (
    await chooser
  ).setFiles({ name: 'file.json', mimeType: 'application/json', buffer: Buffer.from(text) })
}

/** Fills this browser with conversations, each with one message. */
async function fill(page: Page, count: number): Promise<void> {
  await page.evaluate(async (many) => {
    const db = await new Promise<IDBDatabase>((resolve, reject) => {
      const request = indexedDB.open('vendor-playground')
      request.onsuccess = () => resolve(request.result)
      request.onerror = () => reject(new Error('no database'))
    })
    const transaction = db.transaction(['conversations', 'messages'], 'readwrite')
    for (let index = 0; index < many; index += 1) {
      const conversationId = crypto.randomUUID()
      const at = Date.now() - index * 3_600_000
      transaction
        .objectStore('conversations')
        .put({
          id: conversationId,
          title: `Conversation ${index}`,
          createdAt: at,
          updatedAt: at,
          model: 'default',
          settings: {},
        })
      const content = `${'All work and no play. '.repeat(100)} number-${index}-here`
      transaction
        .objectStore('messages')
        .put({
          kind: 'written',
          id: crypto.randomUUID(),
          conversationId,
          position: 1,
          message: { role: 'user', content },
        })
    }
    await new Promise((resolve) => transaction.addEventListener('complete', resolve))
    db.close()
  }, count)
}

test('a word of an answer finds the conversation, and shows where it stands', async ({
  chat,
  page,
}) => {
  await chat.ask('/echo Something about zebras')
  const history = await openHistory(page)
  await newChat(history)
  await chat.ask('Another thing')
  const links = history.getByRole('link')
  await expect(links).toHaveCount(2)
  const search = history.getByRole('searchbox', { name: 'Search conversations' })
  await search.fill('zebras messages')
  await expect(links).toHaveCount(1)
  await expect(links.first()).toContainText('zebras')
  await search.fill('nothing holds this')
  await expect(history).toContainText('No matching conversations')
  await search.fill('')
  await expect(links).toHaveCount(2)
})

test('pinned and renamed stays so, in every tab, while the chat goes on', async ({
  chat,
  page,
  context,
}) => {
  await chat.ask('First title')
  const history = await openHistory(page)
  const other = await context.newPage()
  await other.goto('/chat')
  const otherHistory = other.getByRole('region', { name: 'History' })
  await expect(otherHistory.getByRole('link', { name: 'First title' })).toBeVisible()

  await choose(history, 'More: First title', 'Rename')
  await history.getByRole('textbox', { name: 'Rename First title' }).fill('My own name')
  await page.keyboard.press('Enter')
  await expect(otherHistory.getByRole('link', { name: 'My own name' })).toBeVisible()
  await choose(otherHistory, 'More: My own name', 'Pin')
  await expect(history.getByRole('region', { name: 'Pinned' })).toContainText('My own name')

  // The tab that has it open goes on writing it.
  await chat.ask('More words')
  await expect.poll(keptAnswers(page)).toBe(2)
  await page.reload()
  await expect(history.getByRole('region', { name: 'Pinned' })).toContainText('My own name')
})

test('a deleted conversation comes back with Undo', async ({ chat, page }) => {
  await chat.ask('Keep these words')
  const history = await openHistory(page)
  await choose(history, 'More: Keep these words', 'Delete')
  await expect(history.getByRole('link')).toHaveCount(0)
  await expect(page).toHaveURL(/\/chat$/)
  await history.getByRole('button', { name: 'Undo' }).click()
  await history.getByRole('link', { name: 'Keep these words' }).click()
  await expect(page.getByRole('article', { name: 'User message' })).toContainText(
    'Keep these words',
  )
})

test('everything goes out as a file without a key, and comes back after it was deleted', async ({
  chat,
  page,
  service,
}) => {
  await chat.ask('One <b>bold</b> question')
  const history = await openHistory(page)
  await newChat(history)
  await chat.ask('Two')
  await choose(history, 'More: Two', 'Pin')
  const text = await download(page, () =>
    choose(history, 'More: all conversations', 'Export everything'),
  )
  expect(text).not.toContain(service.ready.apiKey)
  expect(JSON.parse(text)).toMatchObject({ format: 'playground-history', version: 1 })

  await choose(history, 'More: all conversations', 'Delete everything')
  const dialog = page.getByRole('dialog', { name: 'Delete everything?' })
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(history.getByRole('link')).toHaveCount(2)
  await choose(history, 'More: all conversations', 'Delete everything')
  await dialog.getByRole('button', { name: 'Delete all 2 entries' }).click()
  await expect(history).toContainText('No conversations yet')

  await importText(history, text)
  await expect(history).toContainText('2 conversations added.')
  await expect(history.getByRole('region', { name: 'Pinned' })).toContainText('Two')
  await importText(history, text)
  await expect(history).toContainText('0 conversations added, 2 skipped: already here.')
  await expect(history.getByRole('link')).toHaveCount(2)
  await importText(history, text.replaceAll('One <b>', 'Uno <b>'))
  await expect(history).toContainText('1 imported as a copy')
  await expect(history.getByRole('link')).toHaveCount(3)
  await history.getByRole('link', { name: 'Uno' }).click()
  await expect(chat.answers.first()).toContainText('Reported cost')
})

test('a foreign, a newer and a hostile file change nothing that is here', async ({
  chat,
  page,
}) => {
  await chat.ask('Mine')
  const history = await openHistory(page)
  await importText(history, '{"hello":1}')
  await expect(history).toContainText('Not a file of conversations')
  await importText(history, '{"format":"playground-history","version":99}')
  await expect(history).toContainText('File version 99 is newer than this page')
  const hostile = {
    conversation: {
      id: 'compare',
      title: '<img src=x onerror=alert(1)>',
      createdAt: 1,
      updatedAt: 1,
      model: 'default',
      settings: { base_url: 'https://evil.example' },
    },
    messages: [
      {
        kind: 'answer',
        id: 'a',
        conversationId: 'x',
        position: 1,
        shown: 0,
        versions: [
          {
            id: 'v',
            startedAt: 1,
            model: 'm',
            answer: {
              phase: 'failed',
              choices: [],
              citations: [],
              timing: {},
              failure: { kind: 'no such kind', message: 'Odd' },
            },
          },
        ],
      },
    ],
  }
  const file = { format: 'playground-history', version: 1, conversations: [hostile] }
  await importText(history, JSON.stringify(file))
  await expect(history).toContainText('1 conversation added.')
  await history.getByRole('link', { name: /onerror/ }).click()
  await expect(page.getByRole('article').getByRole('alert')).toBeVisible()
  await expect(history.getByRole('link', { name: 'Mine' })).toBeVisible()
})

test('one conversation goes out as Markdown', async ({ chat, page }) => {
  await chat.ask('Show `code` and <b>tags</b>')
  const history = await openHistory(page)
  const text = await download(page, () =>
    choose(history, 'More: Show `code` and <b>tags</b>', 'Export as Markdown'),
  )
  expect(text).toContain('# Show \\`code\\` and \\<b\\>tags\\</b\\>')
  expect(text).toContain('```text\nShow `code` and <b>tags</b>\n```')
  expect(text).toContain('## assistant')
})

test('of a thousand conversations some are listed at a time, and all are searched', async ({
  chat,
  page,
}) => {
  await chat.ask('Newest of all')
  await fill(page, 1000)
  await page.reload()
  await chat.ready()
  const history = await openHistory(page)
  await expect(history.getByRole('link')).toHaveCount(60)
  await history.getByRole('searchbox').fill('number-987-here')
  await expect(history.getByRole('link')).toHaveCount(1)
  await history.getByRole('searchbox').fill('')
  await history.getByRole('button', { name: 'Show 60 more of 941' }).click()
  await expect(history.getByRole('link')).toHaveCount(120)
})

test.describe('with no room left', () => {
  const cannotStore = "Couldn't save the conversation"

  test('an answer is received all the same, the loss is said, and room makes up for it', async ({
    chat,
    page,
    context,
  }) => {
    const devtools = await context.newCDPSession(page)
    const { origin } = new URL(page.url())
    await devtools.send('Storage.overrideQuotaForOrigin', { origin, quotaSize: 1 })
    const answer = await chat.ask('/tokens 100 First')
    await expect(answer.getByRole('group', { name: 'Response metrics' })).toContainText('→100')
    await expect(page.getByText(cannotStore)).toBeVisible()
    await chat.ask('Second')
    await expect(page.getByText(cannotStore)).toBeVisible()
    await devtools.send('Storage.overrideQuotaForOrigin', { origin })
    await chat.ask('Third')
    await expect(page.getByText(cannotStore)).toHaveCount(0)
    await expect.poll(keptAnswers(page)).toBe(3)
    await page.reload()
    await expect(page.getByRole('article', { name: 'User message' })).toHaveCount(3)
    await expect(chat.answers.first()).toContainText('→100')
  })

  test('an import says what was not stored', async ({ chat: _, page, context }) => {
    const history = await openHistory(page)
    const devtools = await context.newCDPSession(page)
    const { origin } = new URL(page.url())
    await devtools.send('Storage.overrideQuotaForOrigin', { origin, quotaSize: 1 })
    const conversation = { title: 'A', createdAt: 1, updatedAt: 1, model: 'default', settings: {} }
    const conversations = [{ conversation: { ...conversation, id: 'a' }, messages: [] }]
    const file = { format: 'playground-history', version: 1, conversations }
    await importText(history, JSON.stringify(file))
    await expect(history).toContainText('1 not saved: the disk is full')
    await expect(history.getByRole('link')).toHaveCount(0)
  })
})

test('the storage meter says how much is used and lets the browser be asked to keep it', async ({
  chat,
  page,
}) => {
  await chat.ask('Hello')
  const history = await openHistory(page)
  const storage = history.getByRole('region', { name: 'Storage' })
  await expect(storage).toBeHidden()
  const more = history.getByRole('button', { name: 'More: all conversations', exact: true })
  await more.click()
  await history.getByRole('menuitemradio', { name: 'Storage' }).click()
  await expect(storage.getByRole('meter', { name: 'Storage used' })).toBeVisible()
  await expect(storage).toContainText(/of \d/)
  await expect(storage).toContainText(/Saved until you delete it|may delete this/)
})

test.describe('accessibility', () => {
  test('the history, a menu of it, and the question before deleting', async ({ chat, page }) => {
    await chat.ask('/tokens 20')
    const history = await openHistory(page)
    await choose(history, 'More: /tokens 20', 'Pin')
    await history.getByRole('searchbox').fill('tokens')
    await expectAccessibleInBothColors(page)
    await choose(history, 'More: all conversations', 'Delete everything')
    await expect(page.getByRole('dialog')).toBeVisible()
    await expectAccessibleInBothColors(page)
  })
})
