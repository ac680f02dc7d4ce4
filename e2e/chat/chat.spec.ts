import { expect, test } from '../support/fixtures.ts'
import { pressInInputMethod } from '../support/input-method.ts'
import { keptAnswers, keptLength } from '../support/kept-answers.ts'

test(
  'a newcomer sends a message and gets an answer, with its cost',
  { tag: '@smoke' },
  async ({ chat }) => {
    const answer = await chat.ask('/tokens 60 /rate 40')
    const figures = answer.getByRole('group', { name: 'Response metrics' })
    await expect(figures).toContainText('Time to first token')
    await expect(figures).toContainText('tok/s')
    await expect(figures).toContainText(/cost.*\$0\.000\d+/)
    await expect(figures).toContainText('stop')
  },
)

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

test(
  'an answer is watched as it streams in; Stop keeps the text and says so',
  { tag: '@smoke' },
  async ({ chat }) => {
    await chat.say('/tokens 4000 /rate 30')
    const text = chat.answers.first().locator('.md')
    const length = async () => (await text.textContent())?.length ?? 0
    await expect.poll(length).toBeGreaterThan(30)
    const early = await length()
    await expect.poll(length).toBeGreaterThan(early + 30)
    // A caret stands where the text goes on.
    const carets = () =>
      text.evaluate(
        (markdown) =>
          [...markdown.querySelectorAll('*')].filter(
            (element) => getComputedStyle(element, '::after').width === '2px',
          ).length,
      )
    await expect.poll(carets).toBe(1)
    await chat.stop.click()
    await expect(chat.answers.first()).toContainText('Stopped')
    await expect(chat.send).toBeVisible()
    await expect.poll(carets).toBe(0)
    expect(await length()).toBeGreaterThan(early + 30)
  },
)

test(
  'a conversation is there again after a reload, and sends itself along',
  { tag: '@smoke' },
  async ({ chat, page }) => {
    await chat.ask('My name is Ada')
    await expect.poll(keptAnswers(page)).toBe(1)
    await page.reload()
    await chat.ready()
    await expect(page.getByRole('article', { name: 'User message' })).toContainText(
      'My name is Ada',
    )
    const { messages } = await chat.echo()
    expect(messages).toEqual([
      { role: 'user', content: 'My name is Ada' },
      { role: 'assistant', content: expect.any(String) },
      { role: 'user', content: '/echo' },
    ])
  },
)

test('a reload in mid-stream keeps the text and says that it was cut', async ({ chat, page }) => {
  await chat.say('/tokens 4000 /rate 40')
  const answer = chat.answers.first()
  let before = ''
  const read = async () => (before = (await answer.locator('.md').textContent()) ?? '').length
  await expect.poll(read).toBeGreaterThan(400)
  // What is on the screen is stored while more of it comes.
  await expect.poll(keptLength(page)).toBeGreaterThan(before.length + 200)
  await page.reload()
  await chat.ready()
  await expect(answer.getByRole('alert')).toContainText('cut off')
  const after = (await answer.locator('.md').textContent()) ?? ''
  // The very end of a text that grows may have been drawn otherwise than it is inside of it.
  expect(after).toContain(before.slice(0, -40))
})

test('a stream that breaks off is never shown as complete, and keeps every token', async ({
  chat,
}) => {
  // What the page has not read yet the browser drops with the connection: so nothing is read late.
  await chat.ask('Hello')
  const answer = await chat.ask('/tokens 200 /rate 20 /cut 30')
  await expect(answer.getByRole('alert')).toContainText('cut off')
  // Said once, with both ways on.
  await expect(answer.getByText(/cut off/i)).toHaveCount(1)
  const ways = answer.getByRole('alert').getByRole('button')
  await expect(ways.filter({ hasText: /Continue|Retry/ })).toHaveText(['Continue', 'Retry'])
  // Text is drawn once a frame, so the last of it may come after the metrics.
  await expect
    .poll(async () => (await answer.locator('.md').textContent())?.length)
    .toBeGreaterThan(60)
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
