import type { Page } from '@playwright/test'

import { addAs, chooseAction } from '../../../../e2e/support/chat-screen.ts'
import { keptAnswers } from '../../../../e2e/support/kept-answers.ts'
import { expect, test } from '../../../app/testing/open-page.tsx'

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

test('messages of all five roles stand in any order, and are sent as they stand', async ({
  chat,
  page,
}) => {
  const sent: unknown[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/chat/completions')) sent.push(request.postDataJSON())
  })
  await addAs(page, 'User', 'One')
  await addAs(page, 'Assistant', 'Two')
  await addAs(page, 'Developer', 'Three')
  await addAs(page, 'Tool', 'Four')
  await page.getByRole('textbox', { name: 'tool_call_id' }).fill('call_9')
  await page.getByRole('textbox', { name: 'name', exact: true }).fill('clock')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await addAs(page, 'System', 'Five')
  await chooseAction(page, messageOf(page, 'System'), 'Move up')
  await chooseAction(page, messageOf(page, 'User'), 'Insert message above')
  const editor = page.getByRole('textbox', { name: 'Edit user message' })
  await expect(editor).toBeFocused()
  await editor.fill('Zero')
  await editor.press('ControlOrMeta+Enter')
  expect(sent).toEqual([])

  await chat.ask('Six')
  expect(sent).toMatchObject([
    {
      messages: [
        { role: 'user', content: 'Zero' },
        { role: 'user', content: 'One' },
        { role: 'assistant', content: 'Two' },
        { role: 'developer', content: 'Three' },
        { role: 'system', content: 'Five' },
        { role: 'tool', content: 'Four', tool_call_id: 'call_9', name: 'clock' },
        { role: 'user', content: 'Six' },
      ],
    },
  ])
  await expect.poll(keptAnswers(page)).toBe(1)
  await page.reload()
  await expect(page.getByRole('article')).toHaveCount(8)
  await expect(page.getByRole('article').nth(4)).toContainText('Five')
})

test('a message is edited in place: text, role, and every member as JSON', async ({
  chat,
  page,
}) => {
  await addAs(page, 'User', 'Hello')
  const user = messageOf(page, 'User')
  await user.hover()
  await user.getByRole('button', { name: 'Edit user message' }).click()
  await page.getByRole('combobox', { name: 'role' }).selectOption('assistant')
  await page.getByRole('button', { name: 'Edit as JSON' }).click()
  const json = page.getByRole('textbox', { name: 'Edit assistant message as JSON' })
  await json.fill('{"role":"assistant"}')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByRole('alert')).toContainText('must have content or tool calls')
  await json.fill(
    '{"role":"assistant","content":"Hi","reasoning_content":"It greets.","custom":[1]}',
  )
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  const assistant = messageOf(page, 'Assistant')
  await expect(assistant).toContainText('reasoning_content, custom')
  const { messages } = await chat.echo()
  expect(messages).toMatchObject([
    { role: 'assistant', content: 'Hi', reasoning_content: 'It greets.', custom: [1] },
    { role: 'user' },
  ])
})

test('behavior: an assistant message that was written down is drawn as Markdown', async ({
  chat: _,
  page,
}) => {
  await addAs(page, 'Assistant', '## Try next\n\n| a | b |\n|---|---|\n| 1 | <b>2</b> |')
  const assistant = messageOf(page, 'Assistant')
  await expect(assistant.getByRole('heading', { name: 'Try next' })).toBeVisible()
  await expect(assistant.getByRole('cell', { name: '<b>2</b>' })).toBeVisible()
})

test('an assistant message at the end is sent as it is written', async ({ chat, page }) => {
  await addAs(page, 'User', '/echo')
  await addAs(page, 'Assistant', '{"answer": ')
  await chat.send.click()
  const answer = messageOf(page, 'Assistant').nth(1)
  await expect(answer.getByRole('group', { name: 'Response metrics' })).toBeVisible()
  expect(await chat.echoed(answer)).toMatchObject({
    messages: [
      { role: 'user', content: '/echo' },
      { role: 'assistant', content: '{"answer": ' },
    ],
  })
})

test('a branch is a conversation of its own, and the original stays', async ({ chat, page }) => {
  await chat.ask('First question')
  await chat.ask('Second question')
  await expect(page).toHaveURL(/\/chat\/[\w-]+$/)
  const original = page.url()
  const first = messageOf(page, 'Assistant').first()
  await first.hover()
  await first.getByRole('button', { name: 'Branch' }).click()
  await expect(page).not.toHaveURL(original)
  await expect(page.getByRole('article')).toHaveCount(2)
  await chat.ask('Another question')
  await page.getByRole('button', { name: 'History', exact: true }).click()
  await expect(page.getByRole('link', { name: 'Branch of First question' })).toBeVisible()
  await page.goto(original)
  await expect(page.getByRole('article')).toHaveCount(4)
  await expect(page.getByRole('article').nth(2)).toContainText('Second question')
})
