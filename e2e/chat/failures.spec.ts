import type { Locator } from '@playwright/test'

import { COMPOSER, expectAccessible } from '../support/accessibility.ts'
import { ChatScreen, named } from '../support/chat-screen.ts'
import { expect, test } from '../support/fixtures.ts'
import { keptAnswers } from '../support/kept-answers.ts'

test('a refused setting is outlined, one press away; a service that is gone is found to be gone, and the text is kept', async ({
  chat,
  page,
  service,
}) => {
  await test.step('a setting that the service refused', async () => {
    const n = chat.settings.getByRole('spinbutton', { name: named('n') })
    await chat.settings.getByRole('searchbox', { name: 'Search settings' }).fill('choices')
    await n.fill('2000')
    await n.press('Tab')
    await chat.settings.getByRole('searchbox', { name: 'Search settings' }).fill('')
    const answer = await chat.ask('Hello')
    await expect(answer.getByRole('alert')).toContainText('400 Invalid request')
    await answer.getByRole('button', { name: 'Go to n', exact: true }).click()
    const row = chat.settings
      .getByRole('listitem')
      .filter({ has: page.getByRole('spinbutton', { name: named('n') }) })
    await expect(row).toContainText('must be at most 1024')
    await expect(row).toHaveCSS('outline-style', 'solid')
    await expect(page.locator(':focus')).toHaveAccessibleName(/^n\b/)
    await n.fill('2')
    await n.press('Tab')
    await expect(row).not.toContainText('must be at most 1024')
    await answer.getByRole('button', { name: 'Retry' }).click()
    await expect(answer.getByRole('alert')).toHaveCount(0)
  })

  await test.step('a service that is gone', async () => {
    await service.stop()
    const answer = await chat.ask('Are you there?')
    const alert = answer.getByRole('alert')
    await expect(alert).toContainText('API unreachable')
    await expect(alert).toContainText('No response from http://127.0.0.1')
    await alert.getByText('What was tested').first().click()
    await expect(alert.getByRole('group', { name: 'curl command' })).toContainText(
      '$VENDOR_API_KEY',
    )
    await expect(alert).not.toContainText(service.ready.apiKey)
    await expect(page.getByRole('article', { name: 'User message' }).last()).toContainText(
      'Are you there?',
    )
  })
})

test.describe('with the settings closed', () => {
  // Open, they load what several parts share.
  test.use({ hasSettingsOpen: false })

  /** The built file with what sending needs. */
  const SENDING = /\/assets\/chat-[\w-]{8}\.js$/

  const NOT_FETCHED = "Couldn't load this section."

  test('sending and the renderer that cannot be fetched are said in words, and lose none', async ({
    chat,
    page,
  }) => {
    const form = page.getByRole('form', { name: 'New message' })

    await test.step('sending, said in words while the text waits', async () => {
      await page.route(SENDING, (route) => route.abort())
      await page.route('**/markdown-*.js', (route) => route.abort())
      await chat.say('/tokens 3 Precious words')
      await expect(form.getByRole('alert')).toContainText(
        "Couldn't load part of this page, so nothing was sent.",
      )
      // What is fetched beside it fails too, and takes nothing else along.
      await expect(form.getByRole('status').getByText(NOT_FETCHED)).toBeVisible()
      await expect(chat.message).toHaveValue('/tokens 3 Precious words')
      await expectAccessible(page, { include: COMPOSER })
      await page.unroute(SENDING)
      await form.getByRole('button', { name: 'Try again' }).click()
      await expect(page.getByRole('button', { name: /^Max cost/ })).toBeVisible()
      await chat.send.click()
      await expect(chat.answers.getByRole('group', { name: 'Response metrics' })).toBeVisible()
      await expect(form.getByRole('alert')).toHaveCount(0)
      await expect(page.getByText(NOT_FETCHED)).toHaveCount(0)
    })

    await test.step('the renderer of an answer, which is read as plain text', async () => {
      const answer = await chat.ask('/tokens 20')
      await expect(answer).toContainText('## Part 1')
      await page.unroute('**/markdown-*.js')
      await expect.poll(keptAnswers(page)).toBe(2)
      await page.reload()
      await expect(answer.getByRole('heading', { name: 'Part 1' })).toBeVisible()
    })
  })

  test('a part that cannot be fetched says so in its place, and comes with another try', async ({
    chat,
    page,
  }) => {
    const fails = async (file: string, open: Locator, there: Locator) => {
      await page.route(file, (route) => route.abort())
      await open.click()
      await expect(page.getByText(NOT_FETCHED)).toBeInViewport()
      await page.unroute(file)
      await page.getByRole('button', { name: 'Try again' }).click()
      await expect(there).toBeVisible()
      await expect(page.getByText(NOT_FETCHED)).toHaveCount(0)
    }
    const inspector = page.getByRole('region', { name: 'Inspector' })
    const openInspector = page.getByRole('button', { name: 'Inspector', exact: true })
    const connection = page.getByRole('dialog', { name: 'Connection' })
    await chat.message.fill('Precious words')
    await test.step('a panel, which is not shown without its styles', async () => {
      const styles = '**/assets/inspector-part-*.css'
      await fails(styles, openInspector, inspector.getByText('No requests yet'))
      const loaded = () =>
        page.evaluate(() =>
          [...document.styleSheets].filter(({ href }) => href?.includes('/inspector-part-')),
        )
      expect(await loaded()).toHaveLength(1)
    })
    await test.step('a dialog', async () => {
      const open = page.getByRole('button', { name: 'Connection', exact: true })
      await fails('**/dialogs-*.js', open, connection)
      await page.keyboard.press('Escape')
    })
    await test.step('an area', async () => {
      const method = page.getByRole('combobox', { name: 'Method' })
      await fails('**/explore-*.js', page.getByRole('link', { name: 'Explore' }), method)
    })
  })
})

test('failures in all tabs together never reach the limit of the service', async ({
  chat,
  context,
  service,
}) => {
  // The failures of half a minute count, and this makes more of them than a slow machine can in that time.
  await context.clock.setFixedTime(Date.now())
  const other = await context.newPage()
  await other.goto(`${service.ready.appUrl}chat`)
  const second = new ChatScreen(other)
  await second.ready()
  for (let round = 0; round < 10; round += 1)
    for (const tab of [chat, second])
      await expect((await tab.ask('/fail 500')).getByRole('alert')).toContainText('500')
  for (const tab of [chat, second]) {
    const paused = await tab.ask('Once more')
    await expect(paused.getByRole('alert')).toContainText('Too many failed requests')
    await paused.getByRole('alert').getByText('Details', { exact: true }).click()
    await expect(paused.getByRole('list', { name: 'Failures that count' })).toContainText(
      '20× 500 POST /chat/completions',
    )
    await expect(paused.getByRole('button', { name: /^Retry in \d+/ })).toBeDisabled()
  }
  const direct = await fetch(`${service.ready.baseUrl}/models`, {
    headers: { authorization: `Bearer ${service.ready.apiKey}` },
  })
  expect(direct.status, 'the service did not block').toBe(200)
})

test('a block that others caused pauses every tab, and is counted down', async ({
  chat,
  context,
  page,
  service,
}) => {
  const headers = { authorization: `Bearer ${service.ready.apiKey}` }
  // While the request of the page is on its way: it is the first that meets the block.
  await page.route(
    '**/chat/completions',
    async (route) => {
      for (let sent = 0; sent < 22; sent += 1)
        await fetch(`${service.ready.baseUrl}/nowhere`, { headers })
      await route.continue()
    },
    { times: 1 },
  )
  const alert = (await chat.ask('Hello')).getByRole('alert')
  await expect(alert).toContainText('Temporarily blocked')
  await alert.getByText('Details', { exact: true }).click()
  await expect(alert.getByRole('list', { name: 'Failures that count' })).toContainText(
    'POST /chat/completions',
  )
  await expect(alert.getByRole('button', { name: /Retry in \d/ })).toBeDisabled()
  const other = await context.newPage()
  await other.goto(`${service.ready.appUrl}chat`)
  const second = new ChatScreen(other)
  await second.ready()
  await expect((await second.ask('Hello')).getByRole('alert')).toContainText(
    'Too many failed requests',
  )
})

test('offline, text is drafted and nothing is sent, then or on return', async ({
  chat,
  context,
  page,
}) => {
  await chat.ask('Hello')
  const posts: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST') posts.push(request.url())
  })
  await context.setOffline(true)
  await expect(page.getByText("You're offline")).toBeVisible()
  await chat.message.fill('Written on a train')
  await expect(chat.send).toBeDisabled()
  await chat.message.press('Enter')
  await page
    .getByRole('article', { name: 'Assistant message' })
    .getByRole('button', { name: 'Retry' })
    .click()
  await expect(chat.message).toHaveValue('Written on a train')
  await context.setOffline(false)
  await expect(chat.send).toBeEnabled()
  await expect(page.getByText("You're offline. What you write")).toHaveCount(0)
  // Whatever would be sent by itself would have been by the time another page has loaded.
  await page.evaluate(() => fetch('/config.json').then((response) => response.text()))
  expect(posts).toEqual([])
  await chat.send.click()
  await expect(chat.answers).toHaveCount(2)
})
