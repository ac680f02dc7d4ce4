import { readFileSync } from 'node:fs'
import path from 'node:path'
import { gzipSync } from 'node:zlib'

import { ChatScreen } from '../support/chat-screen.ts'
import { expect } from '../support/fixtures.ts'
import { test as base } from '../support/static-host.ts'
import { STATIC_FOLDER } from '../support/static-server.mjs'

const test = base.extend<{ chat: ChatScreen }>({
  chat: async ({ page }, use) => {
    await page.goto('chat/')
    await expect(page.getByRole('status', { name: 'Practice mode' })).toContainText(
      'runs in this page',
    )
    await use(new ChatScreen(page))
  },
})

test(
  'where no service answers, the page responds by itself, and its balance falls',
  { tag: '@smoke' },
  async ({ chat, page }) => {
    const requested: string[] = []
    page.on('request', (request) => requested.push(request.url()))
    await expect(await chat.ask('Hello')).toContainText('Hello!')
    const balance = page.getByRole('button', { name: /balance \$9\.99\d+/ })
    await expect(balance).toBeVisible()
    const before = await balance.getAttribute('aria-label')
    await chat.ask('/tokens 200 /rate 0 again')
    await expect(balance).not.toHaveAccessibleName(before ?? '')
    expect(requested.filter((url) => !url.startsWith('http://127.0.0.1:'))).toEqual([])
  },
)

test('behavior: the Wallet page takes no money for it, and says so', async ({ page }) => {
  await page.goto('wallet/')
  await expect(page.getByText('Practice runs in this page and takes no payments')).toBeVisible()
  await expect(page.getByRole('status', { name: 'Balance' })).toBeVisible()
  await expect(page.getByRole('button', { name: /pocket account|Restore|Top up/ })).toHaveCount(0)
  await expect(page.getByRole('list', { name: 'Wallets' })).toHaveCount(0)
})

/** The most that is loaded from opening the static app to a response, bytes of gzip. */
const FIRST_RESPONSE_BUDGET = 440_000

test('behavior: on a phone a first response waits for no editor, dialog or service', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const files = new Set<string>()
  page.context().on('request', (request) => {
    const [, file] = new URL(request.url()).pathname.split('/playground/')
    if (file !== undefined) files.add(file.replace(/\/?$/, (end) => (end ? '/index.html' : '')))
  })
  await page.goto('chat/')
  await page.getByRole('button', { name: 'Web search', exact: true }).click()
  await expect(new ChatScreen(page).answers.first()).toContainText(/\w+ \w+ \w+/)
  const loaded = [...files]
  expect(loaded.filter((file) => /config\.json|json-editor|dialogs|sharing/.test(file))).toEqual([])
  expect(loaded.filter((file) => file.includes('practice.worker'))).toHaveLength(1)
  // What starts the worker is one file: it waits for no shell, and runs none of it out of turn.
  const starting = loaded.filter((file) => file.includes('/early-'))
  expect(starting).toHaveLength(1)
  for (const file of starting)
    expect(readFileSync(path.join(STATIC_FOLDER, file), 'utf8')).not.toMatch(/"\.\/(?:shell|chat)/)
  const sizes = loaded.map((file) => gzipSync(readFileSync(path.join(STATIC_FOLDER, file))).length)
  expect(sizes.reduce((sum, size) => sum + size)).toBeLessThan(FIRST_RESPONSE_BUDGET)
})

test('a stream is stopped, fails and breaks off as over a network', async ({ chat, page }) => {
  await chat.say('/tokens 4000 /rate 20 a long one')
  await expect(chat.answers.first()).toContainText(/\w+ \w+/)
  await chat.stop.click()
  await expect(chat.answers.first().getByRole('group', { name: 'Response metrics' })).toBeVisible()
  await expect(chat.stop).toHaveCount(0)

  const cut = await chat.ask('/tokens 200 /rate 0 /cut 30')
  await expect(cut.getByRole('alert')).toContainText('cut off')
  await expect(cut).toContainText(/\w+ \w+/)

  await chat.say('/fail 429')
  await expect(page.getByRole('alert').filter({ hasText: '429' })).toBeVisible()
})

for (const { name, shown } of [
  { name: 'Tools', shown: 'Run JavaScript' },
  { name: 'Structured output', shown: 'Matches schema' },
  { name: 'Web search', shown: 'Sources' },
])
  test(`the example "${name}" works in the page`, async ({ chat, page }) => {
    await page.getByRole('button', { name, exact: true }).click()
    const answer = chat.answers.first()
    await expect(answer.getByRole('group', { name: 'Response metrics' })).toBeVisible()
    await expect(answer).toContainText(shown)
    await expect(answer.getByRole('alert')).toHaveCount(0)
  })

test('the Inspector shows a request in the page as any other', async ({ chat, page }) => {
  await chat.ask('Hello')
  await page.getByRole('button', { name: 'Inspector', exact: true }).click()
  await chat.inspector.getByRole('tab', { name: 'Headers' }).click()
  await expect(chat.inspector).toContainText('x-ratelimit-remaining-requests')
  await chat.inspector.getByRole('tab', { name: 'Stream' }).click()
  await expect(chat.inspector).toContainText('[DONE]')
})

test('a picture is edited by the canvas of the page', async ({ chat: _, page }) => {
  await page.goto('image/')
  const picture = await page.evaluate(async () => {
    const canvas = new OffscreenCanvas(640, 480)
    const context = canvas.getContext('2d')
    if (context === null) throw new Error('No canvas')
    context.fillStyle = 'teal'
    context.fillRect(0, 0, 640, 480)
    const file = await canvas.convertToBlob({ type: 'image/jpeg' })
    return [...new Uint8Array(await file.arrayBuffer())]
  })
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Choose image' }).click()
  await (
    await chooser
  ).setFiles({ name: 'teal.jpg', mimeType: 'image/jpeg', buffer: Buffer.from(picture) })
  await page.getByRole('textbox', { name: 'Prompt' }).fill('invert')
  await page.getByRole('button', { name: 'Edit image' }).click()
  const edited = page.getByRole('img', { name: 'Edited image' })
  await expect(edited).toBeVisible()
  // Teal is 0, 128, 128: what is left of it is 255, 127, 127.
  const color = await edited.evaluate(async (image: HTMLImageElement) => {
    await image.decode()
    const canvas = new OffscreenCanvas(1, 1)
    const context = canvas.getContext('2d')
    context?.drawImage(image, 0, 0, 1, 1)
    return [...(context?.getImageData(0, 0, 1, 1).data ?? [])]
  })
  for (const [at, value] of [255, 127, 127, 255].entries())
    expect(Math.abs((color[at] ?? 0) - value)).toBeLessThan(8)
})
