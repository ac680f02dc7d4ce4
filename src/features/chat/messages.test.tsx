import type { Page } from '@playwright/test'

import { chooseAction } from '../../../e2e/support/chat-screen.ts'
import { expect, test } from '../../app/testing/open-page.tsx'

const messageOf = (page: Page, role: string) =>
  page.getByRole('article', { name: `${role} message` })

test('an answer cut by the token limit goes on where it ends, when asked to', async ({
  chat,
  page,
}) => {
  const bodies: { messages: { role: string; content: string }[] }[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/chat/completions')) bodies.push(request.postDataJSON())
  })
  await chat.settings.getByRole('spinbutton', { name: 'max_completion_tokens' }).fill('20')
  const answer = await chat.ask('/tokens 60')
  await expect(answer.getByRole('group', { name: 'Response metrics' })).toContainText('length')
  const first = (await answer.locator('.md').textContent()) ?? ''
  expect(first.length).toBeGreaterThan(20)
  expect(bodies).toHaveLength(1)
  await answer.getByRole('button', { name: 'Continue' }).click()
  await expect(answer.getByText('Version 2 of 2')).toBeVisible()
  await expect(answer.getByRole('group', { name: 'Response metrics' })).toBeVisible()
  expect(bodies).toHaveLength(2)
  const prefix = bodies[1]?.messages.at(-1)
  expect(prefix?.role).toBe('assistant')
  const joined = async () => (await answer.locator('.md').textContent()) ?? ''
  await expect.poll(async () => (await joined()).length).toBeGreaterThan(first.length + 20)
  expect((await joined()).startsWith(first.trimEnd())).toBe(true)
  await expect(answer).toContainText('continued')
  await answer.hover()
  await answer.getByRole('button', { name: 'Previous version' }).click()
  await expect(answer.locator('.md')).toHaveText(first)
})

test('an edited answer is one more version, and goes back as edited', async ({ chat, page }) => {
  const answer = await chat.ask('Hello')
  await chooseAction(page, answer, 'Edit text')
  await page.getByRole('textbox', { name: 'Edit assistant message' }).fill('Edited by hand')
  await page.getByRole('button', { name: 'Save as a version' }).click()
  await expect(answer).toContainText('edited')
  await expect(answer.getByText('Version 2 of 2')).toBeVisible()
  const { messages } = await chat.echo()
  expect(messages).toMatchObject([{}, { role: 'assistant', content: 'Edited by hand' }, {}])
})

test('variables are replaced in what is sent, and a missing one holds it back', async ({
  chat,
  page,
}) => {
  await page.getByRole('textbox', { name: 'System prompt' }).fill('You live in {{city}}.')
  await chat.say('/echo')
  await expect(page.getByRole('alert')).toContainText('No value for variable city')
  await expect(messageOf(page, 'Assistant')).toHaveCount(0)
  await expect(chat.message).toHaveValue('/echo')
  await page.getByRole('textbox', { name: 'Value of city' }).fill('Zürich')
  await chat.message.fill('')
  const answer = await chat.ask('/echo I said \\{{city}}')
  expect(await chat.echoed(answer)).toMatchObject({
    messages: [
      { role: 'system', content: 'You live in Zürich.' },
      { role: 'user', content: '/echo I said {{city}}' },
    ],
  })
  await expect(await chat.openInspector('Request')).toContainText('You live in Zürich.')
  await expect(page.getByRole('textbox', { name: 'System prompt' })).toHaveValue(
    'You live in {{city}}.',
  )
})

test('all actions are reached with the keyboard, through one stop of the Tab key', async ({
  chat,
  page,
}) => {
  await chat.ask('/tokens 5 One')
  await chat.ask('/tokens 5 Two')
  const stops = await page
    .getByRole('log', { name: 'Conversation' })
    .evaluate((log) => log.querySelectorAll('[role=toolbar] button[tabindex="0"]').length)
  expect(stops).toBe(1)
  await chat.message.focus()
  const last = page.getByRole('toolbar', { name: 'Assistant message actions' }).last()
  await last.locator('button[tabindex="0"]').focus()
  await page.keyboard.press('ArrowUp')
  const toolbar = page.getByRole('toolbar', { name: 'User message actions' }).last()
  await expect(toolbar.getByRole('button', { name: 'Edit user message' })).toBeFocused()
  await page.keyboard.press('End')
  await expect(toolbar.getByRole('button', { name: 'More actions' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('menuitem').first()).toBeFocused()
  await page.keyboard.press('m')
  await expect(page.getByRole('menuitem', { name: 'Move up' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('article').nth(1)).toContainText('Two')
})
