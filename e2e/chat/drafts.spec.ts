import type { BrowserContext, Page } from '@playwright/test'

import { ChatScreen } from '../support/chat-screen.ts'
import { crashPage } from '../support/crash-page.ts'
import { expect, test } from '../support/fixtures.ts'
import { holdDatabase } from '../support/held-database.ts'
import { keptAnswers } from '../support/kept-answers.ts'
import { keptDrafts, keptTexts } from '../support/kept-drafts.ts'
import { picture, sha256, wav } from '../support/media-samples.ts'

/** Attaches files through the menu. */
async function attach(page: Page, name: string, mimeType: string, buffer: Buffer): Promise<void> {
  await page.getByRole('button', { name: 'Attach', exact: true }).click()
  const choosing = page.waitForEvent('filechooser')
  await page.getByRole('menuitem', { name: 'Files', exact: true }).click()
  await (await choosing).setFiles({ name, mimeType, buffer })
}

/** Keeps every tab from reading or writing drafts until it is let go. */
const holdDrafts = (context: BrowserContext) =>
  holdDatabase(context, 'vendor-playground-drafts', ['drafts', 'parts'])

test('text, settings and attachments of a chat that was never sent survive a reload', async ({
  chat,
  page,
}) => {
  const photo = await picture('png', 80, 64)
  const sound = wav(1)
  await chat.chooseModel('sandbox-media')
  await chat.settings.getByRole('spinbutton', { name: 'temperature', exact: true }).fill('0.4')
  await attach(page, 'photo.png', 'image/png', photo)
  await attach(page, 'tone.wav', 'audio/wav', sound)
  await chat.message.fill('A long and careful prompt')
  await expect
    .poll(() => keptDrafts(page))
    .toMatchObject({ texts: ['A long and careful prompt'], parts: 2 })

  await page.reload()
  await expect(chat.message).toHaveValue('A long and careful prompt')
  await expect(chat.model).toHaveValue('sandbox-media')
  await expect(
    chat.settings.getByRole('spinbutton', { name: 'temperature', exact: true }),
  ).toHaveValue('0.4')
  const attached = page.getByRole('list', { name: 'Attachments' }).getByRole('listitem')
  await expect(attached).toHaveCount(2)
  await expect(attached.nth(0)).toContainText('photo.png')

  const sent = page.waitForRequest('**/chat/completions')
  await chat.send.click()
  const body = (await sent).postDataJSON() as {
    temperature: number
    messages: { content: { image_url?: { url: string }; input_audio?: { data: string } }[] }[]
  }
  expect(body.temperature).toBe(0.4)
  const [image, audio] = body.messages[0]?.content ?? []
  const bytes = (base64 = '') => Buffer.from(base64, 'base64')
  expect(sha256(bytes(image?.image_url?.url.split(',')[1]))).toBe(sha256(photo))
  expect(sha256(bytes(audio?.input_audio?.data))).toBe(sha256(sound))
  // What was sent is a draft no more.
  await expect.poll(() => keptDrafts(page)).toMatchObject({ texts: [], parts: 0 })
  await page.reload()
  await expect(page.getByRole('article', { name: 'User message' })).toHaveCount(1)
  await expect(chat.message).toHaveValue('')
})

test('the last words typed before a reload are kept', async ({ chat, page }) => {
  await chat.message.fill('First')
  await expect.poll(keptTexts(page)).toEqual(['First'])
  await chat.message.press('End')
  await page.keyboard.type(' and last')
  await page.reload()
  await expect(chat.message).toHaveValue('First and last')
})

test('words typed before the earlier ones are back stay as they are, and both are kept', async ({
  chat,
  context,
  page,
}) => {
  await attach(page, 'tone.wav', 'audio/wav', wav(1))
  await chat.message.fill('Written before')
  await expect.poll(() => keptDrafts(page)).toMatchObject({ texts: ['Written before'], parts: 1 })
  const letGo = await holdDrafts(context)
  await page.reload()
  await chat.message.fill('Typed at once')
  await letGo()
  const attached = page.getByRole('list', { name: 'Attachments' }).getByRole('listitem')
  const insertDraft = page.getByRole('button', { name: 'Insert draft' })
  await expect(insertDraft).toBeVisible()
  await expect(chat.message).toHaveValue('Typed at once')
  await expect(attached).toHaveCount(0)
  await expect
    .poll(async () => (await keptTexts(page)()).toSorted())
    .toEqual(['Typed at once', 'Written before'])

  await insertDraft.click()
  await expect(chat.message).toHaveValue('Written before\nTyped at once')
  await expect(attached).toHaveCount(1)
  await expect
    .poll(() => keptDrafts(page))
    .toMatchObject({ texts: ['Written before\nTyped at once'], parts: 1 })
})

test('what was held back for words typed at once is there once these are sent', async ({
  chat,
  context,
  page,
}) => {
  await chat.message.fill('Written before')
  await expect.poll(keptTexts(page)).toEqual(['Written before'])
  const letGo = await holdDrafts(context)
  await page.reload()
  await chat.message.fill('/tokens 3 Typed at once')
  await letGo()
  await expect(page.getByText('An earlier draft was kept')).toBeVisible()
  await chat.send.click()
  await expect.poll(keptAnswers(page)).toBe(1)
  await expect.poll(keptTexts(page)).toEqual(['Written before'])
  await page.goto('/chat')
  await expect(chat.message).toHaveValue('Written before')
})

test('a crash of the page loses nothing that was written', async ({ chat, context, page }) => {
  await chat.message.fill('Written before the crash')
  await expect.poll(keptTexts(page)).toEqual(['Written before the crash'])
  await crashPage(page)
  const next = await context.newPage()
  await next.goto('/chat')
  await expect(new ChatScreen(next).message).toHaveValue('Written before the crash')
})

test('a crash before a sent message is in its conversation loses nothing of it', async ({
  chat,
  context,
  page,
}) => {
  await page.evaluate(() => {
    // The place of the conversations never opens.
    const open = indexedDB.open.bind(indexedDB)
    IDBFactory.prototype.open = (name, version) => {
      const request = open(name, version)
      if (name === 'vendor-playground')
        request.addEventListener('success', (event) => event.stopImmediatePropagation())
      return request
    }
  })
  await attach(page, 'tone.wav', 'audio/wav', wav(1))
  await chat.message.fill('Pressed and not yet gone')
  await expect
    .poll(() => keptDrafts(page))
    .toMatchObject({ texts: ['Pressed and not yet gone'], parts: 1 })
  await chat.send.click()
  await expect(chat.message).toHaveValue('')
  await crashPage(page)

  const next = await context.newPage()
  await next.goto('/chat')
  await expect(new ChatScreen(next).message).toHaveValue('Pressed and not yet gone')
  await expect(next.getByRole('list', { name: 'Attachments' })).toContainText('tone.wav')
})

test('a first message whose chat could not be stored in time is back at its address', async ({
  chat,
  context,
  page,
}) => {
  await chat.ask('/tokens 1')
  await expect.poll(keptAnswers(page)).toBe(1)
  await page.goto('/chat')
  await chat.chooseModel('sandbox-fast')
  const letGo = await holdDatabase(context, 'vendor-playground', ['conversations', 'messages'])
  await chat.say('/tokens 2 First words')
  await expect(page).toHaveURL(/\/chat\/[\w-]+$/)
  await expect.poll(keptTexts(page)).toEqual(['/tokens 2 First words'])
  await page.reload()
  await letGo()
  await expect(chat.message).toHaveValue('/tokens 2 First words')
  await expect(chat.model).toHaveValue('sandbox-fast')
  await chat.send.click()
  await expect.poll(keptAnswers(page)).toBe(2)
  await page.reload()
  await expect(page.getByRole('article', { name: 'User message' })).toContainText('First words')
  await expect(chat.message).toHaveValue('')
})

test('what stands in the editors of messages and in the JSON of the request survives a reload', async ({
  chat,
  page,
}) => {
  const answer = await chat.ask('/tokens 5 Hello')
  const user = page.getByRole('article', { name: 'User message' })
  await user.hover()
  await user.getByRole('button', { name: 'Edit user message' }).click()
  await page.getByRole('textbox', { name: 'Edit user message' }).fill('Half a thought')
  await answer.hover()
  await answer.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Edit text' }).click()
  await page.getByRole('textbox', { name: 'Edit assistant message' }).fill('Half an answer')
  await chat.settings.getByRole('radio', { name: 'JSON', exact: true }).check()
  const json = chat.settings.getByRole('textbox', { name: 'Request JSON' })
  await json.focus()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type('{"model": "half')
  await page.reload()
  await expect(page.getByRole('textbox', { name: 'Edit user message' })).toHaveValue(
    'Half a thought',
  )
  await expect(page.getByRole('textbox', { name: 'Edit assistant message' })).toHaveValue(
    'Half an answer',
  )
  await expect(json).toContainText('"half')
  await user.getByRole('button', { name: 'Cancel' }).click()
  await expect.poll(async () => (await keptDrafts(page)).editors).toBe(1)
  await page.reload()
  await expect(page.getByRole('textbox', { name: 'Edit assistant message' })).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Edit user message' })).toHaveCount(0)
})

test('a browser without room says that attachments are not kept, and sends them', async ({
  chat,
  context,
  page,
}) => {
  const devtools = await context.newCDPSession(page)
  const { origin } = new URL(page.url())
  await devtools.send('Storage.overrideQuotaForOrigin', { origin, quotaSize: 300_000 })
  await chat.chooseModel('sandbox-media')
  const large = await picture('png', 900, 900, { noise: true })
  await attach(page, 'photo.png', 'image/png', large)
  await expect(page.getByText('Not enough storage for the attachments')).toBeVisible()
  await chat.send.click()
  await expect(chat.answers.getByRole('group', { name: 'Response metrics' })).toBeVisible()
})
