import { attach, file } from '../support/attached-parts.ts'
import { ChatScreen } from '../support/chat-screen.ts'
import { crashPage } from '../support/crash-page.ts'
import { expect, test } from '../support/fixtures.ts'
import { holdDatabase } from '../support/held-database.ts'
import { keptAnswers } from '../support/kept-answers.ts'
import { keptDrafts, keptTexts } from '../support/kept-drafts.ts'
import { picture, wav } from '../support/media-samples.ts'

// What the page itself keeps: src/features/chat/drafts.test.tsx.

test('the last words typed before a reload are kept', async ({ chat, page }) => {
  await chat.message.fill('First')
  await expect.poll(keptTexts(page)).toEqual(['First'])
  await chat.message.press('End')
  await page.keyboard.type(' and last')
  await page.reload()
  await expect(chat.message).toHaveValue('First and last')
})

test('a crash of the page loses nothing that was written, nor of a message that was sent', async ({
  chat,
  context,
  page,
}) => {
  await chat.message.fill('Written before the crash')
  await expect.poll(keptTexts(page)).toEqual(['Written before the crash'])
  await crashPage(page)
  const next = await context.newPage()
  await next.goto('/chat')
  const again = new ChatScreen(next)
  await expect(again.message).toHaveValue('Written before the crash')

  await test.step('before it is in its conversation', async () => {
    await next.evaluate(() => {
      // The place of the conversations never opens.
      const open = indexedDB.open.bind(indexedDB)
      IDBFactory.prototype.open = (name, version) => {
        const request = open(name, version)
        if (name === 'vendor-playground')
          request.addEventListener('success', (event) => event.stopImmediatePropagation())
        return request
      }
    })
    await attach(next, [file('tone.wav', 'audio/wav', wav(1))])
    await again.message.fill('Pressed and not yet gone')
    await expect
      .poll(() => keptDrafts(next))
      .toMatchObject({ texts: ['Pressed and not yet gone'], parts: 1 })
    await again.send.click()
    await expect(again.message).toHaveValue('')
    await crashPage(next)

    const last = await context.newPage()
    await last.goto('/chat')
    await expect(new ChatScreen(last).message).toHaveValue('Pressed and not yet gone')
    await expect(last.getByRole('list', { name: 'Attachments' })).toContainText('tone.wav')
  })
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

test('a browser without room says that attachments are not kept, and sends them', async ({
  chat,
  context,
  page,
}) => {
  const devtools = await context.newCDPSession(page)
  const { origin } = new URL(page.url())
  await devtools.send('Storage.overrideQuotaForOrigin', { origin, quotaSize: 300_000 })
  await chat.chooseModel('sandbox-media')
  const large = await picture('png', 700, 700, { noise: true })
  await attach(page, [file('photo.png', 'image/png', large)])
  await expect(page.getByText('Not enough storage for the attachments')).toBeVisible()
  await chat.send.click()
  await expect(chat.answers.getByRole('group', { name: 'Response metrics' })).toBeVisible()
})
