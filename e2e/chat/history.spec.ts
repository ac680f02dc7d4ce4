import type { Page } from '@playwright/test'

import { expectAccessibleInBothColors, PANELS } from '../support/accessibility.ts'
import { chooseJson } from '../support/files.ts'
import { expect, test } from '../support/fixtures.ts'
import { choose, openHistory } from '../support/history-screen.ts'
import { keptAnswers } from '../support/kept-answers.ts'

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

test('of a thousand conversations some are listed at a time, and a word of an answer finds its own', async ({
  chat,
  page,
}) => {
  await chat.ask('/echo Something about zebras')
  await fill(page, 1000)
  await page.reload()
  await chat.ready()
  const history = await openHistory(page)
  const links = history.getByRole('link')
  await expect(links).toHaveCount(60)
  const search = history.getByRole('searchbox', { name: 'Search conversations' })
  await search.fill('zebras messages')
  await expect(links).toHaveCount(1)
  await expect(links.first()).toContainText('zebras')
  await search.fill('number-987-here')
  await expect(links).toContainText(['Conversation 987'])
  await search.fill('nothing holds this')
  await expect(history).toContainText('No matching conversations')
  await search.fill('')
  await history.getByRole('button', { name: 'Show 60 more of 941' }).click()
  await expect(links).toHaveCount(120)
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

test('with no room left, what is not stored is said, and room makes up for it', async ({
  chat,
  page,
  context,
}) => {
  const cannotStore = "Couldn't save the conversation"
  const devtools = await context.newCDPSession(page)
  const { origin } = new URL(page.url())

  await test.step('an answer is received all the same', async () => {
    await devtools.send('Storage.overrideQuotaForOrigin', { origin, quotaSize: 1 })
    const answer = await chat.ask('/tokens 100 First')
    await expect(answer.getByRole('group', { name: 'Response metrics' })).toContainText('→100')
    await expect(page.getByText(cannotStore)).toBeVisible()
    await chat.ask('Second')
    await expect(page.getByText(cannotStore)).toBeVisible()
  })

  await test.step('an import says what was not stored', async () => {
    const history = await openHistory(page)
    const conversation = { title: 'A', createdAt: 1, updatedAt: 1, model: 'default', settings: {} }
    const conversations = [{ conversation: { ...conversation, id: 'a' }, messages: [] }]
    const file = { format: 'playground-history', version: 1, conversations }
    await chooseJson(
      page,
      () => choose(history, 'More: all conversations', 'Import'),
      JSON.stringify(file),
    )
    await expect(history).toContainText('1 not saved: the disk is full')
    await expect(history.getByRole('link')).toHaveCount(0)
  })

  await test.step('with room again, all of it is stored', async () => {
    await devtools.send('Storage.overrideQuotaForOrigin', { origin })
    await chat.ask('Third')
    await expect(page.getByText(cannotStore)).toHaveCount(0)
    await expect.poll(keptAnswers(page)).toBe(3)
    await page.reload()
    await expect(page.getByRole('article', { name: 'User message' })).toHaveCount(3)
    await expect(chat.answers.first()).toContainText('→100')
  })
})

test('the history, a menu of it, the storage and the question before deleting are accessible', async ({
  chat,
  page,
}) => {
  await chat.ask('/tokens 20')
  const history = await openHistory(page)
  await choose(history, 'More: /tokens 20', 'Pin')
  await history.getByRole('searchbox').fill('tokens')
  const storage = history.getByRole('region', { name: 'Storage' })
  await expect(storage).toBeHidden()
  await history.getByRole('button', { name: 'More: all conversations', exact: true }).click()
  await history.getByRole('menuitemradio', { name: 'Storage' }).click()
  await expect(storage.getByRole('meter', { name: 'Storage used' })).toBeVisible()
  await expect(storage).toContainText(/of \d/)
  await expect(storage).toContainText(/Saved until you delete it|may delete this/)
  await expectAccessibleInBothColors(page, { include: PANELS })
  await choose(history, 'More: all conversations', 'Delete everything')
  await expect(page.getByRole('dialog')).toBeVisible()
  await expectAccessibleInBothColors(page, { include: 'dialog[open]' })
})
