import { readFileSync } from 'node:fs'
import path from 'node:path'
import { gzipSync } from 'node:zlib'

import sharp from 'sharp'

import { planEdit } from '../../service/app/images/edit-plan.ts'
import { inspectImage } from '../../service/app/images/image-edit.ts'
import { createCatalogue } from '../../service/app/models/catalogue.ts'
import { createSandboxEngine } from '../../service/app/sandbox/sandbox-engine.ts'
import { sharpCodec } from '../../service/node/node-adapters.ts'
import { ChatScreen } from '../support/chat-screen.ts'
import { expect } from '../support/fixtures.ts'
import { ImageScreen, photo } from '../support/image-screen.ts'
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
  await expect(page.getByRole('status', { name: 'Balance' })).toHaveCount(0)
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
  const sizeOf = (file: string) => gzipSync(readFileSync(path.join(STATIC_FOLDER, file))).length
  // Nothing waits for the typeface, which has a bound of its own.
  const isFace = (file: string) => file.endsWith('.woff2')
  for (const face of loaded.filter(isFace)) expect(sizeOf(face)).toBeLessThan(35_000)
  const sizes = loaded.filter((file) => !isFace(file)).map(sizeOf)
  expect(sizes.reduce((sum, size) => sum + size)).toBeLessThan(FIRST_RESPONSE_BUDGET)
})

test('a stream is inspected, is stopped, fails and breaks off as over a network', async ({
  chat,
  page,
}) => {
  await chat.ask('Hello')
  await page.getByRole('button', { name: 'Inspector', exact: true }).click()
  await chat.inspector.getByRole('tab', { name: 'Headers' }).click()
  await expect(chat.inspector).toContainText('x-ratelimit-remaining-requests')
  await chat.inspector.getByRole('tab', { name: 'Stream' }).click()
  await expect(chat.inspector).toContainText('[DONE]')
  await page.getByRole('button', { name: 'Close inspector' }).click()

  await chat.say('/tokens 4000 /rate 20 a long one')
  await expect(chat.answers.nth(1)).toContainText(/\w+ \w+/)
  await chat.stop.click()
  await expect(chat.answers.nth(1).getByRole('group', { name: 'Response metrics' })).toBeVisible()
  await expect(chat.stop).toHaveCount(0)

  const cut = await chat.ask('/tokens 200 /rate 0 /cut 30')
  await expect(cut.getByRole('alert')).toContainText('cut off')
  await expect(cut).toContainText(/\w+ \w+/)

  await chat.say('/fail 429')
  await expect(page.getByRole('alert').filter({ hasText: '429' })).toBeVisible()
})

test('the examples work in the page', async ({ openPage }) => {
  const examples = [
    { name: 'Tools', shown: 'Send results' },
    { name: 'Structured output', shown: 'Matches schema' },
    { name: 'Web search', shown: 'Sources' },
  ]
  const tryOut = async ({ name, shown }: (typeof examples)[number]) => {
    const page = await openPage({})
    await page.goto('chat/')
    await page.getByRole('button', { name, exact: true }).click()
    const answer = new ChatScreen(page).answers.first()
    await expect(answer.getByRole('group', { name: 'Response metrics' })).toBeVisible()
    await expect(answer).toContainText(shown)
    await expect(answer.getByRole('alert')).toHaveCount(0)
  }
  // At once: each is written no faster than it would be elsewhere.
  await Promise.all(examples.map(tryOut))
})

/** Prompts of every kind of edit, and no more than the limit of a minute. */
const EDITS = [
  'grayscale, contrast 40',
  'sepia, mirror',
  'warm',
  'cool, darken 30',
  'blur 12',
  'sharpen, flip',
  'rotate left',
  'invert, posterize 3',
  'pixelate 64',
  'edges',
  'red border 40, text "Hello"',
  'crop 50, brighten',
  'pad',
  'something else',
  'nude',
  'rotate 30',
]

test('the canvas of the page edits as the local service does, the same each time', async ({
  chat: _,
  page,
}, testInfo) => {
  testInfo.slow()
  await page.goto('image/')
  const image = new ImageScreen(page)
  const chosen = await photo({ type: 'jpeg' })
  await image.choose(chosen)
  let shown = ''
  const edit = async (prompt: string) => {
    await image.prompt.fill(prompt)
    await image.edit.click()
    const src = () => image.edited.getAttribute('src')
    await expect.poll(src, { intervals: [50] }).not.toBe(shown)
    shown = (await src()) ?? ''
    const base64 = await image.edited.evaluate(async (img: HTMLImageElement) => {
      await img.decode()
      const canvas = new OffscreenCanvas(img.naturalWidth, img.naturalHeight)
      canvas.getContext('2d')?.drawImage(img, 0, 0)
      const bytes = new Uint8Array(await (await canvas.convertToBlob()).arrayBuffer())
      return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
    })
    return Buffer.from(base64, 'base64')
  }
  const catalogue = createCatalogue(createSandboxEngine())
  const limits = { signal: new AbortController().signal, endsAt: Date.now() + 600_000 }
  const facts = await inspectImage(chosen.buffer, sharpCodec)
  const small = async (bytes: Uint8Array) =>
    sharp(bytes).flatten({ background: '#fff' }).resize(64, 64, { fit: 'fill' }).raw().toBuffer()
  let last = Buffer.alloc(0)
  for (const prompt of EDITS) {
    const plan = await planEdit({ prompt }, catalogue)
    const [expected, bytes] = await Promise.all([
      sharpCodec.edit(chosen.buffer, facts, plan, prompt === 'nude', limits),
      edit(prompt),
    ])
    last = bytes
    const { width, height } = await sharp(bytes).metadata()
    expect([width, height], prompt).toEqual([expected.width, expected.height])
    const [here, there] = [await small(bytes), await small(expected.bytes)]
    const apart = here.reduce((sum, value, at) => sum + Math.abs(value - (there[at] ?? 0)), 0)
    // On average, of 255.
    expect(apart / here.length, prompt).toBeLessThan(10)
  }
  expect((await edit('rotate 30')).equals(last)).toBe(true)
})
