import type { Page } from '@playwright/test'

import {
  attach,
  attachments,
  file,
  hashOf,
  type Part,
} from '../../../e2e/support/attached-parts.ts'
import { holdStores } from '../../../e2e/support/held-database.ts'
import { keptAnswers } from '../../../e2e/support/kept-answers.ts'
import { keptDrafts, keptTexts } from '../../../e2e/support/kept-drafts.ts'
import { picture, sha256, wav } from '../../../e2e/support/media-samples.ts'
import { expect, test } from '../../app/testing/open-page.tsx'

/** Keeps the page from reading or writing drafts until it is let go. */
const holdDrafts = (page: Page) => holdStores(page, 'vendor-playground-drafts', ['drafts', 'parts'])

test('text, settings and attachments of a chat that was never sent survive a reload', async ({
  chat,
  page,
}) => {
  const photo = await picture('png', 80, 64)
  const sound = wav(1)
  await chat.chooseModel('sandbox-media')
  await chat.settings.getByRole('spinbutton', { name: 'temperature', exact: true }).fill('0.4')
  await attach(page, [file('photo.png', 'image/png', photo)])
  await attach(page, [file('tone.wav', 'audio/wav', sound)])
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
  await expect(attachments(page)).toHaveCount(2)
  await expect(attachments(page).nth(0)).toContainText('photo.png')

  const sent = page.waitForRequest('**/chat/completions')
  await chat.send.click()
  const body = (await sent).postDataJSON() as {
    temperature: number
    messages: { content: Part[] }[]
  }
  expect(body.temperature).toBe(0.4)
  expect(body.messages[0]?.content.slice(0, 2).map(hashOf)).toEqual([photo, sound].map(sha256))
  // What was sent is a draft no more.
  await expect.poll(() => keptDrafts(page)).toMatchObject({ texts: [], parts: 0 })
  await page.reload()
  await expect(page.getByRole('article', { name: 'User message' })).toHaveCount(1)
  await expect(chat.message).toHaveValue('')
})

test('words typed before the earlier ones are back stay as they are, and both are kept', async ({
  chat,
  page,
}) => {
  await attach(page, [file('tone.wav', 'audio/wav', wav(1))])
  await chat.message.fill('Written before')
  await expect.poll(() => keptDrafts(page)).toMatchObject({ texts: ['Written before'], parts: 1 })
  const letGo = await holdDrafts(page)
  await page.reload()
  await chat.message.fill('Typed at once')
  await letGo()
  const insertDraft = page.getByRole('button', { name: 'Insert draft' })
  await expect(insertDraft).toBeVisible()
  await expect(chat.message).toHaveValue('Typed at once')
  await expect(attachments(page)).toHaveCount(0)
  await expect
    .poll(async () => (await keptTexts(page)()).toSorted())
    .toEqual(['Typed at once', 'Written before'])

  await insertDraft.click()
  await expect(chat.message).toHaveValue('Written before\nTyped at once')
  await expect(attachments(page)).toHaveCount(1)
  await expect
    .poll(() => keptDrafts(page))
    .toMatchObject({ texts: ['Written before\nTyped at once'], parts: 1 })
})

test('what was held back for words typed at once is there once these are sent', async ({
  chat,
  page,
}) => {
  await chat.message.fill('Written before')
  await expect.poll(keptTexts(page)).toEqual(['Written before'])
  const letGo = await holdDrafts(page)
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

test('what stands in the editors of messages survives a reload', async ({ chat, page }) => {
  const answer = await chat.ask('/tokens 5 Hello')
  const user = page.getByRole('article', { name: 'User message' })
  await user.hover()
  await user.getByRole('button', { name: 'Edit user message' }).click()
  await page.getByRole('textbox', { name: 'Edit user message' }).fill('Half a thought')
  await answer.hover()
  await answer.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Edit text' }).click()
  await page.getByRole('textbox', { name: 'Edit assistant message' }).fill('Half an answer')
  await expect.poll(async () => (await keptDrafts(page)).editors).toBe(2)
  await page.reload()
  await expect(page.getByRole('textbox', { name: 'Edit user message' })).toHaveValue(
    'Half a thought',
  )
  await expect(page.getByRole('textbox', { name: 'Edit assistant message' })).toHaveValue(
    'Half an answer',
  )
  await user.getByRole('button', { name: 'Cancel' }).click()
  await expect.poll(async () => (await keptDrafts(page)).editors).toBe(1)
  await page.reload()
  await expect(page.getByRole('textbox', { name: 'Edit assistant message' })).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Edit user message' })).toHaveCount(0)
})
