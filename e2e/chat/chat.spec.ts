import { expect, test } from '../support/fixtures.ts'
import { keptAnswers, keptLength } from '../support/kept-answers.ts'

test(
  'a newcomer sends a message and gets an answer, with its cost',
  { tag: '@smoke' },
  async ({ chat }) => {
    const answer = await chat.ask('/tokens 60 /rate 150')
    const figures = answer.getByRole('group', { name: 'Response metrics' })
    await expect(figures).toContainText('Time to first token')
    await expect(figures).toContainText('tok/s')
    await expect(figures).toContainText(/cost.*\$0\.000\d+/)
    await expect(figures).toContainText('stop')
  },
)

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
  await chat.say('/tokens 4000 /rate 150')
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
