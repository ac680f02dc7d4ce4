import { ChatScreen } from './chat-screen.ts'
import { expect, test } from './fixtures.ts'

const statuses = [
  { status: 400, title: 'The request is not valid', step: 'Send again' },
  { status: 401, title: 'The key was not accepted', step: 'Open Connection' },
  { status: 402, title: 'The balance is too low', step: 'Send again' },
  { status: 403, title: 'Not allowed', step: 'Open Connection' },
  { status: 404, title: 'Not found', step: 'Choose another model' },
  { status: 413, title: 'Too large to send', step: 'Send again' },
  { status: 415, title: 'Content type not accepted', step: 'Send again' },
  { status: 422, title: 'The content was refused', step: 'Send again' },
  { status: 429, title: 'Rate limit reached', step: /Send again/ },
  { status: 500, title: 'The model failed', step: 'Send again' },
  { status: 503, title: 'The model is at capacity', step: 'Choose another model' },
  { status: 504, title: 'The request took too long', step: 'Send again' },
]

for (const { status, title, step } of statuses)
  test(`${status} is a state with a next step`, async ({ chat }) => {
    const answer = await chat.ask(`/fail ${status}`)
    const alert = answer.getByRole('alert')
    await expect(alert).toContainText(`${status} ${title}`)
    await expect(alert.getByRole('button', { name: step })).toBeVisible()
  })

test('a model for Pro users is told apart from a wrong key', async ({ chat }) => {
  await chat.chooseModel('sandbox-pro')
  const answer = await chat.ask('Hello')
  await expect(answer.getByRole('alert')).toContainText('401 This model is for Pro users')
})

test('a timed-out request is sent again as a stream with one press', async ({ chat }) => {
  await chat.chooseModel('sandbox-slow')
  await chat.choose('stream', 'false')
  const answer = await chat.ask('Hello')
  await expect(answer.getByRole('alert')).toContainText('504')
  await answer.getByRole('button', { name: 'Send again as a stream' }).click()
  await expect(answer.getByRole('group', { name: 'Answer figures' })).toContainText('tok/s')
  await expect(answer.getByRole('alert')).toHaveCount(0)
})

test('an unknown model is named by the service', async ({ chat }) => {
  await chat.chooseModel('no-such-model')
  const answer = await chat.ask('Hello')
  await expect(answer.getByRole('alert')).toContainText('no-such-model')
})

test('a service that is gone is said in words, and the text is kept', async ({ chat, service }) => {
  await chat.ask('Hello')
  await service.stop()
  const answer = await chat.ask('Are you there?')
  await expect(answer.getByRole('alert')).toContainText('could not be reached')
  await expect(chat.page.getByRole('article', { name: 'User message' }).last()).toContainText(
    'Are you there?',
  )
})

test('a part of the page that cannot be fetched is said in words, and the text is kept', async ({
  chat,
  page,
}) => {
  await page.route('**/send-message*.js', (route) => route.abort())
  await chat.say('Precious words')
  await expect(page.getByRole('form', { name: 'New message' }).getByRole('alert')).toContainText(
    'could not be fetched',
  )
  await expect(chat.message).toHaveValue('Precious words')
})

test('failures in all tabs together never reach the limit of the service', async ({
  chat,
  context,
  service,
}) => {
  const other = await context.newPage()
  await other.goto(`${service.ready.appUrl}chat`)
  const second = new ChatScreen(other)
  await second.ready()
  for (let round = 0; round < 10; round += 1)
    for (const tab of [chat, second])
      await expect((await tab.ask('/fail 500')).getByRole('alert')).toContainText('500')
  for (const tab of [chat, second]) {
    const paused = await tab.ask('Once more')
    await expect(paused.getByRole('alert')).toContainText('Paused after too many failures')
    await expect(paused.getByRole('button', { name: /^Send again in \d+/ })).toBeDisabled()
  }
  const direct = await fetch(`${service.ready.baseUrl}/models`, {
    headers: { authorization: `Bearer ${service.ready.apiKey}` },
  })
  expect(direct.status, 'the service did not block').toBe(200)
})
