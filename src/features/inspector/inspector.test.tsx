import type { Page } from '@playwright/test'
import { vi } from 'vitest'

import { keptAnswers } from '../../../e2e/support/kept-answers.ts'
import { keptRecords } from '../../../e2e/support/kept-records.ts'
import { expect, test } from '../../app/testing/open-page.tsx'

/** How many exchanges this browser keeps. */
const keptExchanges = (page: Page) => async () =>
  (await keptRecords(page, 'vendor-playground-exchanges', 'exchanges')).length

test('an error inside a stream is marked where it happened', async ({ chat }) => {
  await chat.say('/stream-error')
  await expect(chat.answers.first().getByRole('alert')).toBeVisible()
  const stream = await chat.openInspector('Stream')
  await expect(stream).toContainText('The service reported an error inside the stream.')
  await stream.getByRole('combobox', { name: 'Event type' }).selectOption('error')
  await expect(stream.getByRole('list', { name: 'Events' }).getByRole('listitem')).toHaveCount(1)
  await expect(stream.getByRole('group', { name: 'Response at this event' })).toContainText(
    'Error in the stream',
  )
})

test('the time of an exchange is drawn phase by phase', async ({ chat }) => {
  await chat.ask('Hello')
  const overview = await chat.openInspector('Overview')
  const phases = overview.getByRole('list', { name: 'Phases' })
  await expect(phases).toContainText('Wait for headers')
  await expect(phases).toContainText('First token')
  await expect(phases).toContainText('Rest of the response')
})

test('the overview says what was asked, how it went and what it cost', async ({ chat, page }) => {
  await chat.ask('What is an aurora?')
  await page.getByRole('button', { name: 'Inspector', exact: true }).click()
  const overview = chat.inspector.getByRole('tabpanel', { name: 'Overview' })
  await expect(chat.inspector.getByRole('button', { name: /^Request: What is an/ })).toBeVisible()
  await expect(overview).toContainText('200 OK')
  await expect(overview).toContainText('Reported cost')
  await overview.getByRole('button', { name: 'All headers' }).click()
  await expect(chat.inspector.getByRole('tab', { name: 'Headers' })).toHaveAttribute(
    'aria-selected',
    'true',
  )
})

test('a request is sent again as it was, by one press', async ({ chat, page }) => {
  await chat.ask('Hello')
  await chat.openInspector('Overview')
  const sent = page.waitForRequest(/chat\/completions/)
  await chat.inspector.getByRole('button', { name: 'Resend', exact: true }).click()
  expect((await sent).postDataJSON()).toMatchObject({
    messages: [{ role: 'user', content: 'Hello' }],
    stream: true,
  })
  const stream = await chat.openInspector('Stream')
  await expect(stream.getByRole('list', { name: 'Events' })).toContainText('[DONE]')
  await expect(chat.answers).toHaveCount(1)
})

test('a request is edited before it is sent again', async ({ chat, page }) => {
  await chat.ask('Hello')
  await chat.openInspector('Overview')
  await chat.inspector.getByRole('button', { name: 'Edit and resend' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('Hello')
})

test('a request is copied as code', async ({ chat, page }) => {
  await chat.ask('Hello')
  await page.evaluate(() => {
    navigator.clipboard.writeText = (text) => {
      document.body.dataset['copied'] = text
      return Promise.resolve()
    }
  })
  await chat.openInspector('Overview')
  await chat.inspector.getByRole('button', { name: 'Copy as' }).click()
  await page.getByRole('menuitem', { name: 'Python' }).click()
  await expect(page.getByText('Copied')).toBeVisible()
  const code = await page.evaluate(() => document.body.dataset['copied'] ?? '')
  expect(code).toContain('from openai import OpenAI')
  expect(code).not.toContain('sk-')
})

test('what was kept goes with its conversation', async ({ chat, page }) => {
  const answer = await chat.ask('Hello')
  await answer.getByRole('button', { name: 'Retry' }).click()
  await expect(answer.getByText('Version 2 of 2')).toBeVisible()
  await expect(answer.getByRole('group', { name: 'Response metrics' })).toBeVisible()
  await page.getByRole('button', { name: 'Inspector', exact: true }).click()
  await expect.poll(keptExchanges(page)).toBe(2)
  await answer.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Delete response' }).click()
  await expect.poll(keptExchanges(page)).toBe(0)
})

test('the overview and the headers say that a model goes away', async ({ chat }) => {
  await chat.chooseModel('sandbox-retired')
  await chat.ask('Still there?')
  const overview = await chat.openInspector('Overview')
  await expect(overview).toContainText('x-vendor-model-deprecation-date')
  const headers = await chat.openInspector('Headers')
  await expect(headers.getByRole('row', { name: /deprecation-date/ })).toContainText('20')
})

test('an answer is inspected after a reload, without its secrets', async ({
  chat,
  page,
  service,
}) => {
  const answer = await chat.ask('Remember this question')
  await expect.poll(keptExchanges(page)).toBe(1)
  await expect.poll(keptAnswers(page)).toBe(1)
  await page.reload()
  await chat.ready()
  await answer.getByRole('button', { name: 'Inspect', exact: true }).click()
  await expect(chat.inspector.getByText('from history')).toBeVisible()
  const request = await chat.openInspector('Request')
  await expect(request).toContainText('Remember this question')
  await expect(request).toContainText('<redacted')
  await expect(request).not.toContainText(service.ready.apiKey)
  await expect(await chat.openInspector('Stream')).toContainText('[DONE]')
  await expect(await chat.openInspector('Cost')).toContainText('of which tokens')
  await expect(await chat.openInspector('Headers')).toContainText('x-vendor-version')
})

test('behavior: the Inspector follows what is sent, also after a reload, until another is pinned', async ({
  chat,
  page,
}) => {
  const { inspector } = chat
  const shows = (prompt: string) =>
    expect(inspector.getByRole('button', { name: `Request: ${prompt}` })).toBeVisible()
  const pin = inspector.getByRole('button', { name: 'Pinned: follow latest request' })
  const first = await chat.ask('First question')
  await first.getByRole('button', { name: 'Inspect', exact: true }).click()
  await shows('First question')
  await expect(pin).toHaveCount(0)
  await chat.say('/fail 429')
  await shows('/fail 429')

  await chat.answers.first().getByRole('button', { name: 'Inspect', exact: true }).click()
  await shows('First question')
  await chat.ask('Third question')
  await shows('First question')
  await pin.click()
  await shows('Third question')

  await expect.poll(keptAnswers(page)).toBe(3)
  await page.reload()
  await chat.ready()
  await page.getByRole('button', { name: 'Inspector', exact: true }).click()
  await expect(inspector.getByText('from history')).toBeVisible()
  await shows('Third question')
  await chat.ask('Fourth question')
  await shows('Fourth question')
})

test('a full disk is said, and costs nothing but the exchange', async ({ chat, page }) => {
  const put = Reflect.get(IDBObjectStore.prototype, 'put') as IDBObjectStore['put']
  const full = vi.spyOn(IDBObjectStore.prototype, 'put')
  full.mockImplementation(function (this: IDBObjectStore, ...given) {
    if (this.name === 'exchanges') throw new DOMException('no room', 'QuotaExceededError')
    return put.apply(this, given)
  })
  const answer = await chat.ask('Hello')
  await expect(page.getByText('Disk full: requests can be inspected')).toBeVisible()
  await answer.getByRole('button', { name: 'Inspect', exact: true }).click()
  await expect(await chat.openInspector('Response')).toContainText('200')
  await expect.poll(keptAnswers(page)).toBe(1)
  full.mockRestore()
  await page.reload()
  await chat.ready()
  await expect(answer).toBeVisible()
  await answer.getByRole('button', { name: 'Inspect', exact: true }).click()
  await expect(chat.inspector.getByText('Request no longer saved')).toBeVisible()
})

test('a file without requests is refused, and what is left out of another stays on screen', async ({
  page,
  chat,
}) => {
  await chat.ready()
  await page.getByRole('button', { name: 'Inspector', exact: true }).click()
  await page
    .getByLabel('Open a saved request')
    .setInputFiles({
      name: 'x.json',
      mimeType: 'application/json',
      buffer: Buffer.from('{"hello":1}'),
    })
  await expect(page.getByRole('alert')).toContainText('neither a HAR nor a saved request')

  // Of a file that has more than fits, what was left out stays said beside the request that is shown.
  const request = { method: 'GET', url: 'https://api.example/v1/models' }
  const response = { status: 200, content: { mimeType: 'application/json', text: '{}' } }
  const entries = Array.from({ length: 61 }, () => ({ request, response }))
  await page
    .getByLabel('Open a saved request')
    .setInputFiles({
      name: 'browser.har',
      mimeType: 'application/json',
      buffer: Buffer.from(JSON.stringify({ log: { entries } })),
    })
  await expect(chat.inspector.getByRole('button', { name: 'Request: GET /models' })).toBeVisible()
  await expect(chat.inspector.getByText('1 of 61 requests was left out')).toBeVisible()
})

test('behavior: an error body nested 3,000 deep is shown as text', async ({ chat, page }) => {
  const nested = `${'{"a":'.repeat(3000)}1${'}'.repeat(3000)}`
  await page.route(
    '**/api/v1/chat/completions',
    (route) =>
      route.fulfill({
        status: 400,
        contentType: 'application/json',
        body: `{"error":"No such thing","details":${nested}}`,
      }),
    { times: 1 },
  )
  await chat.say('Hello')
  await expect(chat.answers.first().getByRole('alert')).toContainText('400')
  const tab = await chat.openInspector('Response')
  await expect(tab).toContainText('nested more than 200 levels deep, so it is shown as text')
  await expect(tab).toContainText('"error": "No such thing"')
})
