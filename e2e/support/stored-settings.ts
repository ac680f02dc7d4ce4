import { expect, type Page } from '@playwright/test'

import { ChatScreen } from './chat-screen.ts'
import { keptAnswers } from './kept-answers.ts'

/**
 * Opens a conversation that already has these settings, as one that was stored earlier: what is
 * tested is the answer to them, not how they are set.
 */
export async function openWithSettings(
  page: Page,
  settings: Readonly<Record<string, unknown>>,
  model = 'sandbox-chat',
): Promise<ChatScreen> {
  const first = new ChatScreen(page)
  const answers = keptAnswers(page)
  if ((await answers()) === 0) {
    await first.ask('/tokens 1')
    await expect.poll(answers).toBeGreaterThan(0)
  }
  let id = ''
  const copy = async () => (id = await page.evaluate(storeCopy, { settings, model }))
  await expect.poll(copy).not.toBe('')
  await page.goto(`/chat/${id}`)
  const chat = new ChatScreen(page)
  await chat.ready()
  await expect(chat.model).toHaveValue(model)
  return chat
}

/** Stores a conversation like the newest one, without messages; '' while there is none. */
async function storeCopy(change: { settings: object; model: string }): Promise<string> {
  const done = <T>(request: IDBRequest<T>) =>
    new Promise<T>((resolve, reject) => {
      request.addEventListener('success', () => resolve(request.result))
      request.addEventListener('error', () => reject(request.error ?? new Error('refused')))
    })
  const name = 'vendor-playground'
  // Opening what the page has not made yet would make it empty.
  if (!(await indexedDB.databases()).some((known) => known.name === name)) return ''
  const database = await done(indexedDB.open(name))
  const transaction = database.transaction('conversations', 'readwrite')
  const store = transaction.objectStore('conversations')
  const [known] = (await done(store.getAll())) as object[]
  const id = crypto.randomUUID()
  if (known !== undefined)
    store.put({ ...known, ...change, id, title: 'settings', updatedAt: Date.now() })
  await new Promise((resolve) => transaction.addEventListener('complete', resolve))
  database.close()
  return known === undefined ? '' : id
}
