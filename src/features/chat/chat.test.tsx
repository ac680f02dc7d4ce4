import { pressInInputMethod } from '../../../e2e/support/input-method.ts'
import { expect, test } from '../../app/testing/open-page.tsx'

test('the whole exchange is in the inspector', async ({ chat, service }) => {
  await chat.ask('/tokens 20 Hello there')
  const request = await chat.openInspector('Request')
  await expect(request).toContainText('/chat/completions')
  await expect(request).toContainText('Hello there')
  await expect(request).not.toContainText(service.ready.apiKey)
  await expect(await chat.openInspector('Response')).toContainText('200')
  const headers = await chat.openInspector('Headers')
  await expect(headers).toContainText(/cf-ray/i)
  await expect(headers).toContainText('x-vendor-version')
  await expect(headers).toContainText('x-ratelimit-remaining-requests')
  await expect(await chat.openInspector('Stream')).toContainText('[DONE]')
  await expect(await chat.openInspector('Cost')).toContainText('$')
  const code = await chat.openInspector('Code')
  await expect(code).toContainText('$VENDOR_API_KEY')
  await expect(code).not.toContainText(service.ready.apiKey)
})

test('Enter sends, Shift+Enter makes a line, and Enter inside an input method does neither', async ({
  chat,
  page,
}) => {
  await chat.message.fill('one')
  await chat.message.press('Shift+Enter')
  await chat.message.pressSequentially('two')
  await expect(chat.message).toHaveValue('one\ntwo')
  await pressInInputMethod(chat.message, 'Enter')
  await expect(chat.message).toHaveValue('one\ntwo')
  await chat.message.press('Enter')
  await expect(page.getByRole('article', { name: 'User message' })).toContainText('one\ntwo')
  await expect(chat.message).toHaveValue('')
})

test('pressing twice sends once: nobody pays twice for a double click', async ({ chat, page }) => {
  const sent: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/chat/completions')) sent.push(request.url())
  })
  await page.getByRole('button', { name: 'Reasoning', exact: true }).dblclick()
  await expect(chat.answers.first().getByRole('group', { name: 'Response metrics' })).toBeVisible()
  await expect(page.getByRole('article', { name: 'User message' })).toHaveCount(1)
  expect(sent).toHaveLength(1)
})

test('Enter during a response queues the message, which is sent once after it', async ({
  chat,
  page,
}) => {
  const sent: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/chat/completions')) sent.push(request.postData() ?? '')
  })
  const queued = page.getByText('Queued: sent when the response is complete.')
  await chat.say('/tokens 60 /rate 30')
  await expect(chat.stop).toBeVisible()
  await chat.message.fill('/tokens 3 The second')
  await chat.message.press('Enter')
  await expect(queued).toBeVisible()
  await page.getByRole('button', { name: 'Take back' }).click()
  await expect(queued).toBeHidden()
  await chat.message.press('Enter')
  await chat.message.press('Enter')
  await expect(queued).toBeVisible()
  await expect(page.getByRole('article', { name: 'User message' })).toHaveCount(2)
  await expect(chat.answers).toHaveCount(2)
  await expect(chat.send).toBeVisible()
  await expect(chat.message).toHaveValue('')
  expect(sent.filter((body) => body.includes('The second'))).toHaveLength(1)

  // What was queued behind a response that was stopped is a draft.
  await chat.say('/tokens 4000 /rate 30')
  await expect(chat.stop).toBeVisible()
  await chat.message.fill('The third')
  await chat.message.press('Enter')
  await expect(queued).toBeVisible()
  await chat.stop.click()
  await expect(page.getByText("the queued message wasn't sent")).toBeVisible()
  await expect(chat.message).toHaveValue('The third')
  await page.getByRole('button', { name: 'New chat' }).click()
  await expect(chat.answers).toHaveCount(0)
  await expect(chat.message).toHaveValue('')
  expect(sent).toHaveLength(3)
})

test('a queued message is not sent where its connection was pointed to meanwhile', async ({
  chat,
  page,
}) => {
  await chat.say('/tokens 60 /rate 30')
  await expect(chat.stop).toBeVisible()
  await chat.message.fill('For the first one')
  await chat.message.press('Enter')
  await expect(page.getByText('Queued: sent when the response is complete.')).toBeVisible()
  const { client } = await import('../../page/client.ts')
  const { connection } = client.connections.store.getState()
  if (connection === undefined) throw new Error('There is no connection.')
  client.connections.connectRemote({ ...connection, baseUrl: `${connection.baseUrl}/elsewhere` })
  await expect(page.getByText("The connection changed, so the queued message wasn't")).toBeVisible()
  await expect(chat.message).toHaveValue('For the first one')
})

test('Retry keeps the earlier version', async ({ chat }) => {
  const answer = await chat.ask('Hello')
  await answer.hover()
  await answer.getByRole('button', { name: 'Retry' }).click()
  await expect(answer.getByText('Version 2 of 2')).toBeVisible()
  await expect(answer.getByRole('group', { name: 'Response metrics' })).toBeVisible()
  await answer.getByRole('button', { name: 'Previous version' }).click()
  await expect(answer.getByText('Version 1 of 2')).toBeVisible()
})

test('an error inside a stream is shown as one, and the text before it is kept', async ({
  chat,
}) => {
  const answer = await chat.ask('/stream-error')
  await expect(answer.getByRole('alert')).toBeVisible()
  await expect(answer.getByRole('group', { name: 'Response metrics' })).not.toContainText('Finish')
})

test('what stands in open editors is what is sent, and Cancel goes back', async ({
  chat,
  page,
}) => {
  const answer = await chat.ask('/tokens 5 Hello')
  const user = page.getByRole('article', { name: 'User message' }).first()
  await user.hover()
  await user.getByRole('button', { name: 'Edit user message' }).click()
  const editor = page.getByRole('textbox', { name: 'Edit user message' })
  await editor.fill('A better question')
  await answer.hover()
  await answer.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Edit text' }).click()
  await page.getByRole('textbox', { name: 'Edit assistant message' }).fill('A better answer')
  const { messages } = await chat.echo()
  expect(messages).toMatchObject([
    { role: 'user', content: 'A better question' },
    { role: 'assistant', content: 'A better answer' },
    { role: 'user', content: '/echo' },
  ])
  await expect(editor).toHaveCount(0)
  await user.getByRole('button', { name: 'Edit user message' }).click()
  await editor.fill('Never mind')
  await editor.press('Escape')
  await expect(user).toContainText('A better question')
})

test('an editor whose JSON is no message holds Send, with the reason', async ({ chat, page }) => {
  await chat.ask('/tokens 5 Hello')
  const user = page.getByRole('article', { name: 'User message' })
  await user.hover()
  await user.getByRole('button', { name: 'Edit user message' }).click()
  await user.getByRole('button', { name: 'Edit as JSON' }).click()
  await page.getByRole('textbox', { name: 'Edit user message as JSON' }).fill('{"role": "user"')
  await chat.message.fill('And now?')
  await expect(chat.send).toBeDisabled()
  await expect(page.getByText('The user message is edited as JSON')).toBeVisible()
  await user.getByRole('button', { name: 'Cancel' }).click()
  await expect(chat.send).toBeEnabled()
})

test('a deleted message comes back with Undo', async ({ chat, page }) => {
  await chat.ask('Keep me')
  const message = page.getByRole('article', { name: 'User message' })
  await message.hover()
  await message.getByRole('button', { name: 'Delete user message' }).click()
  await expect(message).toHaveCount(0)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(message).toContainText('Keep me')
})

test('an answer that was not streamed is shown whole', async ({ chat }) => {
  await chat.choose('stream', 'false')
  const answer = await chat.ask('Hello')
  await expect(answer.getByRole('group', { name: 'Response metrics' })).toContainText('Total time')
})

test('an answer is announced at its beginning and its end, and never word by word', async ({
  chat,
  page,
}) => {
  await page.evaluate(() => {
    const heard: string[] = []
    Reflect.set(globalThis, 'heard', heard)
    const isLive = '[role=status], [role=alert], output, [aria-live=polite], [aria-live=assertive]'
    const observer = new MutationObserver((changes) => {
      for (const { target, addedNodes } of changes) {
        const from = target instanceof Element ? target : target.parentElement
        const region = from?.closest(isLive)
        const inside = [...addedNodes].filter((node) => node instanceof Element)
        const added = inside.flatMap((node) => [node, ...node.querySelectorAll(isLive)])
        for (const live of [region, ...added.filter((node) => node.matches(isLive))])
          if (live) heard.push(live.textContent)
      }
    })
    observer.observe(document.body, { subtree: true, childList: true, characterData: true })
  })
  const answer = await chat.ask('/tokens 200 /rate 100')
  const heard = await page.evaluate(() => Reflect.get(globalThis, 'heard') as string[])
  const words = (await answer.locator('.md').textContent())?.slice(0, 30) ?? ''
  expect(words).toHaveLength(30)
  expect(heard.filter((text) => text.includes(words))).toEqual([])
  expect(heard).toContain('Streaming')
  await expect(page.getByRole('status', { name: 'Response status' })).toHaveText(
    'Response complete.',
  )
})
