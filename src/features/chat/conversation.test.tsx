import { vi } from 'vitest'

import { pressInInputMethod } from '../../../e2e/support/input-method.ts'
import { keptAnswers } from '../../../e2e/support/kept-answers.ts'
import { keptTexts } from '../../../e2e/support/kept-drafts.ts'
import { expect, test } from '../../app/testing/open-page.tsx'

test('a mark under a response names what goes back to its model alone', async ({ chat, page }) => {
  const delta = {
    content: 'Found it.',
    thought_signature: 'c2lnbmVk',
    reasoning_details: [{ type: 'reasoning.encrypted', data: 'x' }],
  }
  const chunk = { choices: [{ index: 0, delta, finish_reason: 'stop' }] }
  const bodies: string[] = []
  await page.route('**/chat/completions', (route) => {
    bodies.push(route.request().postData() ?? '')
    return route.fulfill({
      contentType: 'text/event-stream',
      body: `data: ${JSON.stringify(chunk)}\n\ndata: [DONE]\n\n`,
    })
  })
  const answer = await chat.ask('Find it')
  await answer.getByRole('button', { name: 'Sent back to this model' }).click()
  await expect(answer.getByRole('note', { name: 'Sent back' })).toContainText(
    'thought_signature, reasoning_details',
  )
  await page.keyboard.press('Escape')
  await chat.ask('And then?')
  expect(bodies[1]).toContain('"thought_signature":"c2lnbmVk"')

  await chat.model.fill('sandbox-pro')
  await chat.model.press('Enter')
  await answer.getByRole('button', { name: 'Not sent to another model' }).click()
  await expect(answer.getByRole('note', { name: 'Sent back' })).toContainText('Shared links')
  await page.keyboard.press('Escape')
  await chat.ask('And now?')
  expect(bodies[2]).not.toContain('c2lnbmVk')
})

test('a prefilled link fills the form and never sends', async ({ chat, page }) => {
  const posts: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST') posts.push(request.url())
  })
  await page.goto('/chat?model=sandbox-fast&prompt=Hi%20there')
  await expect(chat.message).toHaveValue('Hi there')
  await expect(chat.model).toHaveValue('sandbox-fast')
  await expect(page).toHaveURL(/\/chat$/)
  await expect(chat.send).toBeEnabled()
  expect(posts).toEqual([])
})

test('unset is not sent: a fresh conversation sends model, messages and stream', async ({
  chat,
}) => {
  expect(await chat.echo()).toEqual({
    model: 'default',
    messages: [{ role: 'user', content: '/echo' }],
    stream: true,
  })
})

test('settings are found by name and by meaning', async ({ chat }) => {
  const search = chat.settings.getByRole('searchbox', { name: 'Search settings' })
  await search.fill('persona')
  await expect(chat.settings.getByRole('combobox', { name: 'character_slug' })).toBeVisible()
  const found = chat.settings.getByRole('list', { name: 'Matching settings' }).getByRole('listitem')
  await expect(found).toHaveCount(1)
  await search.fill('temperature')
  await expect(
    found.first().getByRole('slider', { name: 'temperature slider', exact: true }),
  ).toBeVisible()
  await search.fill('no such thing')
  await expect(chat.settings).toContainText('No matching settings.')
})

test('error: a conversation that could not be read can be read again', async ({ chat, page }) => {
  await chat.ask('Keep this')
  const { pathname } = new URL(page.url())
  const get = vi.spyOn(IDBObjectStore.prototype, 'get').mockImplementation(() => {
    throw new DOMException('Internal error.', 'UnknownError')
  })
  await page.goto(pathname)
  await expect(page.getByRole('main')).toContainText("Couldn't load conversation")
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('main')).toContainText('may still be there')
  get.mockRestore()
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('log')).toContainText('Keep this')
})

test('no key of an input method acts in a field, in a dialog or in Evaluate', async ({
  chat,
  page,
}) => {
  await chat.ask('/tokens 3')
  const user = page.getByRole('article', { name: 'User message' })
  await user.hover()
  await user.getByRole('button', { name: 'Edit user message' }).click()
  const editor = page.getByRole('textbox', { name: 'Edit user message' })
  await editor.fill('Half a thought')
  await pressInInputMethod(editor, 'Escape')
  await expect(editor).toHaveValue('Half a thought')
  await chat.model.fill('sandbox-f')
  await pressInInputMethod(chat.model, 'Enter')
  await expect(chat.model).toHaveValue('sandbox-f')
  await chat.model.press('Escape')
  await page.keyboard.press('ControlOrMeta+k')
  const command = page.getByRole('combobox', { name: 'Command' })
  await command.fill('Go to Evaluate')
  await pressInInputMethod(command, 'Enter')
  await expect(command).toBeVisible()
  await command.press('Enter')
  await expect(page).toHaveURL(/\/evaluate$/)
  const message = page.getByRole('textbox', { name: 'Message', exact: true })
  await message.fill('日本語')
  await pressInInputMethod(message, 'Enter')
  await expect(message).toHaveValue('日本語')
  await message.press('Enter')
  await expect(message).toHaveValue('')
})

test('an answer regenerated out of sight is the one that is shown afterwards', async ({
  chat,
  page,
}) => {
  const answer = await chat.ask('/tokens 60 /rate 40')
  await answer.hover()
  await answer.getByRole('button', { name: 'Retry' }).click()
  await expect(answer.getByText('Version 2 of 2')).toBeVisible()
  await page.getByRole('button', { name: 'History', exact: true }).click()
  await page.getByRole('button', { name: 'New chat' }).click()
  await expect(chat.answers).toHaveCount(0)
  // The other answer takes longer than what is left of the first.
  await chat.ask('/tokens 120 /rate 40')
  await page.getByRole('link', { name: /tokens 60/ }).click()
  await expect(answer.getByText('Version 2 of 2')).toBeVisible()
  await expect(answer.getByRole('group', { name: 'Response metrics' })).toContainText('→60')
})

test('the system prompt goes first as it was typed, and an empty one is not sent', async ({
  chat,
  page,
}) => {
  const prompt = page.getByRole('textbox', { name: 'System prompt' })
  await prompt.pressSequentially('You are terse.')
  await expect(prompt).toBeFocused()
  expect(await chat.echo()).toMatchObject({
    messages: [
      { role: 'system', content: 'You are terse.' },
      { role: 'user', content: '/echo' },
    ],
  })
  await expect.poll(keptAnswers(page)).toBe(1)
  await page.reload()
  await expect(prompt).toHaveValue('You are terse.')
  await expect(chat.answers).toHaveCount(1)
  await prompt.fill('')
  const { messages } = await chat.echo()
  expect(messages).toMatchObject([
    { role: 'user', content: '/echo' },
    { role: 'assistant' },
    { role: 'user', content: '/echo' },
  ])
})

test('two conversations stay apart, and a stream goes on while another is read', async ({
  chat,
  page,
}) => {
  const length = async () => (await chat.answers.first().locator('.md').textContent())?.length ?? 0
  await chat.say('/tokens 4000 /rate 40')
  await expect.poll(length).toBeGreaterThan(30)
  const before = await length()
  await page.getByRole('button', { name: 'History', exact: true }).click()
  await page.getByRole('button', { name: 'New chat' }).click()
  await expect(chat.answers).toHaveCount(0)
  await chat.ask('Something else')
  await page.getByRole('link', { name: /tokens 4000/ }).click()
  await expect(page.getByRole('article', { name: 'User message' })).toContainText('/tokens 4000')
  await expect.poll(length).toBeGreaterThan(before)
  await chat.stop.click()
  await expect(chat.answers.first()).toContainText('Stopped')
})

test('a message to an old conversation waits there for a reload', async ({ chat, page }) => {
  await chat.ask('/tokens 3')
  await chat.message.fill('And another thing')
  await expect.poll(keptTexts(page)).toEqual(['And another thing'])
  await page.reload()
  await expect(page.getByRole('article')).toHaveCount(2)
  await expect(chat.message).toHaveValue('And another thing')
})
