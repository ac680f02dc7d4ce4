import { savedBy } from '../../../e2e/support/files.ts'
import { expect, test } from '../../app/testing/open-page.tsx'

test('a model for Pro users is told apart from a wrong key', async ({ chat }) => {
  await chat.chooseModel('sandbox-pro')
  const answer = await chat.ask('Hello')
  await expect(answer.getByRole('alert')).toContainText('401 Pro account required')
  await answer
    .getByRole('button', { name: /^Use sandbox-/ })
    .first()
    .click()
  await expect(chat.model).not.toHaveValue('sandbox-pro')
  await expect(answer.getByRole('alert')).toHaveCount(0)
})

test('a suggested prompt takes the place of the refused one with a press, and can be undone', async ({
  chat,
  page,
}) => {
  const answer = await chat.ask('/fail 422')
  const message = page.getByRole('article', { name: 'User message' })
  await answer.getByRole('button', { name: 'Use suggested prompt' }).click()
  await expect(message).toContainText('A friendly greeting')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(message).toContainText('/fail 422')
  await answer.getByRole('button', { name: 'Use suggested prompt' }).click()
  await answer.getByRole('button', { name: 'Retry' }).click()
  await expect(answer.getByRole('alert')).toHaveCount(0)
})

test('a busy model names others by what they can do and cost, and a press sends to one', async ({
  chat,
}) => {
  await chat.chooseModel('sandbox-busy')
  const answer = await chat.ask('Hello')
  await expect(answer.getByRole('timer')).toContainText('Resets in')
  const other = answer.getByRole('button', { name: 'Use sandbox-chat', exact: true })
  await expect(other).toContainText('$')
  await other.click()
  await expect(chat.model).toHaveValue('sandbox-chat')
  await expect(answer.getByRole('alert')).toHaveCount(0)
  await expect(answer.getByRole('group', { name: 'Response metrics' })).toContainText('stop')
})

test('after failures, models are offered that answer', async ({ chat }) => {
  for (const failing of ['sandbox-busy', 'sandbox-broken']) {
    await chat.chooseModel(failing)
    const answer = await chat.ask('Hello')
    const offers = answer.getByRole('button', { name: /^Use / })
    await expect(offers).toHaveCount(3)
    const names = await offers.evaluateAll((all) =>
      all.map((one) => one.getAttribute('aria-label')),
    )
    for (const name of names) expect(name).not.toMatch(/busy|broken|slow|retired|pro$/)
  }
  const answer = chat.answers.last()
  await answer.getByRole('button', { name: /^Use / }).first().click()
  await expect(answer.getByRole('alert')).toHaveCount(0)
})

test('a trait that failed is not answered with the model it stands for', async ({ chat }) => {
  await expect(chat.model).toHaveValue('default')
  const answer = await chat.ask('/fail 503')
  await expect(answer.getByRole('button', { name: /^Use / }).first()).toBeVisible()
  await expect(answer.getByRole('button', { name: 'Use sandbox-chat', exact: true })).toHaveCount(0)
})

test('a reached limit says which one it was and counts down until it is free', async ({
  chat,
  page,
  service,
}) => {
  await chat.chooseModel('sandbox-large')
  const body = JSON.stringify({
    model: 'sandbox-large',
    messages: [{ role: 'user', content: '/tokens 1' }],
  })
  const headers = {
    authorization: `Bearer ${service.ready.apiKey}`,
    'content-type': 'application/json',
  }
  const url = `${service.ready.baseUrl}/chat/completions`
  // While the request of the page is on its way, so that the window cannot have ended before it is there.
  await page.route(
    '**/chat/completions',
    async (route) => {
      for (let left = ''; left !== '0';) {
        const response = await fetch(url, { method: 'POST', headers, body })
        await response.text()
        left = response.headers.get('x-ratelimit-remaining-requests') ?? ''
      }
      await route.continue()
    },
    { times: 1 },
  )
  const alert = (await chat.ask('Hello')).getByRole('alert')
  await expect(alert).toContainText('429 Rate limit reached')
  await expect(alert).toContainText('0 of 20 requests left')
  // The window may start anew meanwhile: the 429 above proves the button that counts down.
  await expect(alert.getByRole('timer')).toContainText(/Resets in \d+ s|The limit has been reset/)
})

test('without credentials the 402 says the two ways to pay', async ({ chat, page }) => {
  await page.route('**/chat/completions', (route) => {
    const { authorization: _, ...headers } = route.request().headers()
    return route.continue({ headers })
  })
  const alert = (await chat.ask('Hello')).getByRole('alert')
  await expect(alert).toContainText('402 Authentication required')
  await expect(alert).toContainText('a wallet with USDC on')
  await expect(alert.getByRole('button', { name: 'Pay with a wallet' })).toBeVisible()
  await alert.getByRole('button', { name: 'Open Connection' }).click()
  await expect(page.getByRole('dialog', { name: 'Connection' })).toBeVisible()
})

test('a wrong key is refused with the way to correct it', async ({ chat, page }) => {
  await page.route('**/chat/completions', (route) =>
    route.continue({
      headers: { ...route.request().headers(), authorization: 'Bearer wrong-key' },
    }),
  )
  const alert = (await chat.ask('Hello')).getByRole('alert')
  await expect(alert).toContainText('401 Invalid API key')
  await expect(alert).toContainText('requires a Pro account')
  await alert.getByRole('button', { name: 'Open Connection' }).click()
  await expect(page.getByRole('dialog', { name: 'Connection' })).toBeVisible()
})

test('a timed-out request is sent again as a stream with one press', async ({ chat }) => {
  await chat.chooseModel('sandbox-slow')
  await chat.choose('stream', 'false')
  const answer = await chat.ask('Hello')
  await expect(answer.getByRole('alert')).toContainText('504')
  await answer.getByRole('button', { name: 'Retry with streaming' }).click()
  await expect(answer.getByRole('group', { name: 'Response metrics' })).toContainText(
    'Time to first token',
  )
  await expect(answer.getByRole('alert')).toHaveCount(0)
})

test('an unknown model is named by the service', async ({ chat }) => {
  await chat.chooseModel('no-such-model')
  const answer = await chat.ask('Hello')
  await expect(answer.getByRole('alert')).toContainText('no-such-model')
})

test('a failure is saved as one file without keys, balances or what was said', async ({
  chat,
  page,
  service,
}) => {
  const answer = await chat.ask('/fail 500 a private matter')
  await answer.getByRole('alert').getByText('Details', { exact: true }).click()
  const { name, text } = await savedBy(page, () =>
    answer.getByRole('button', { name: 'Download diagnostics' }).click(),
  )
  expect(name).toMatch(/^support-.*\.jsonl$/)
  expect(text).toContain('INFERENCE_FAILED')
  expect(text).toContain('"serviceVersion"')
  expect(text).not.toContain('private matter')
  expect(text).not.toContain(service.ready.apiKey)
  expect(text).not.toMatch(/balance/i)
})
