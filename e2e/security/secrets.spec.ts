import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import type { Page } from '@playwright/test'

import { runService } from '../../scripts/run-service.mjs'
import { decodeSetup } from '../../src/core/share/codec.ts'
import { ChatScreen, pressAbove } from '../support/chat-screen.ts'
import { connectTo } from '../support/connect-to.ts'
import { expect, test as base } from '../support/fixtures.ts'
import { startOtherServer } from '../support/other-server.ts'
import { WalletScreen } from '../support/wallet-screen.ts'
import {
  filesOf,
  hits,
  type Named,
  pressCopyButtons,
  recordClipboard,
  signatureIn,
  sinksOf,
} from './secret-sinks.ts'

const test = base.extend<{ log: string[]; folder: string }>({
  // oxlint-disable-next-line no-empty-pattern -- a fixture says what it needs, which is nothing
  log: async ({}, use) => {
    await use([])
  },
  // oxlint-disable-next-line no-empty-pattern -- as above
  folder: async ({}, use) => {
    const folder = mkdtempSync(join(tmpdir(), 'playground-secrets-'))
    await use(folder)
    rmSync(folder, { recursive: true })
  },
  service: async ({ serviceFlags, log, folder }, use) => {
    const flags = ['--data', folder, '--port', '0', ...serviceFlags]
    const service = await runService(flags, undefined, (text) => log.push(text))
    await use(service)
    await service.stop()
  },
})

const SYSTEM = 'canary-of-the-system-message'
const DATA = 'canary-of-the-attached-file'
const COOKIE = 'canary-of-a-cookie'
const TABS = ['Overview', 'Request', 'Response', 'Headers', 'Stream', 'Cost', 'Code']

test('no secret of a session stands in any place that it has no business in', async ({
  page,
  context,
  service,
  log,
  folder,
}) => {
  test.setTimeout(240_000)
  const other = await startOtherServer()
  const heard: string[] = []
  const asked: string[] = []
  const errors: Promise<string>[] = []
  const signed = { 'sign-in header': '', 'payment header': '' }
  page.on('console', (message) => heard.push(message.text()))
  page.on('request', (request) => {
    const { referer = '', ...headers } = request.headers()
    asked.push(`${request.url()} ${referer}`)
    signed['sign-in header'] = headers['sign-in-with-x'] ?? signed['sign-in header']
    signed['payment header'] = headers['payment-signature'] ?? signed['payment header']
  })
  page.on('response', (response) => {
    if (response.status() >= 400) errors.push(response.text().catch(() => ''))
  })
  const copied = await recordClipboard(page)
  await context.addCookies([{ name: 'session', value: COOKIE, url: service.ready.appUrl }])

  const wallet = new WalletScreen(page)
  await wallet.open()
  await wallet.connect('Practice wallet')
  await wallet.signedIn()
  await wallet.fund()
  await wallet.check()
  await wallet.confirm.click()
  await expect(page.getByRole('heading', { name: '$10.00 credited' })).toBeVisible()
  await page.getByRole('button', { name: 'Done', exact: true }).click()
  await pressCopyButtons(page)

  const chat = new ChatScreen(page)
  const snippets = await allCode(chat, /top-up.*200/)
  expect(snippets.join(), 'the code of the payment is among them').toContain('VENDOR_PAYMENT')
  await page.getByRole('link', { name: 'Chat', exact: true }).click()
  await page.getByRole('textbox', { name: 'System prompt' }).fill(SYSTEM)
  await chat.ask('/tokens 3')
  await chat.chooseModel('sandbox-media')
  await page.getByRole('button', { name: 'Attach', exact: true }).click()
  const choosing = page.waitForEvent('filechooser')
  await page.getByRole('menuitem', { name: 'Files', exact: true }).click()
  await (
    await choosing
  ).setFiles({ name: 'canary.txt', mimeType: 'text/plain', buffer: Buffer.from(DATA.repeat(60)) })
  await chat.ask('/tokens 5')
  const exports = [await saved(chat, 'HAR'), await saved(chat, 'JSON Lines')]
  await pressCopyButtons(page)
  for (const tab of TABS) {
    await chat.openInspector(tab)
    await pressCopyButtons(chat.inspector)
  }
  snippets.push(...(await allCode(chat)))
  expect(snippets.join(), 'the code of a sign-in is among them').toContain('VENDOR_SIGN_IN')

  await connectTo(page, other)
  await chat.chooseModel('other-model')
  await chat.ask('Hello')
  exports.push(await saved(chat, 'HAR'), await saved(chat, 'JSON Lines'))
  snippets.push(...(await allCode(chat)))
  await other.stop()
  const failed = await chat.ask('Nobody is there')
  await expect(failed.getByRole('alert')).toContainText('API unreachable')
  await failed.getByRole('alert').getByText('Details', { exact: true }).click()
  await pressCopyButtons(page)
  exports.push(
    await download(page, () =>
      failed.getByRole('button', { name: 'Download diagnostics' }).click(),
    ),
  )

  const secrets: Named = {
    ...signed,
    'sign-in signature': signatureIn(signed['sign-in header']),
    'payment signature': signatureIn(signed['payment header']),
    'local key': service.ready.apiKey,
    'other key': other.key,
    cookie: COOKIE,
  }
  const contents: Named = {
    'system message': SYSTEM,
    'bytes of a file': Buffer.from(DATA.repeat(60)).toString('base64').slice(0, 40),
  }
  const all = { ...secrets, ...contents }
  expect(Object.keys(all)).toHaveLength(9)
  for (const [name, value] of Object.entries(all)) expect(value.length, name).toBeGreaterThan(15)

  await page.getByRole('button', { name: 'History', exact: true }).click()
  await page.getByRole('link', { name: '/tokens 3', exact: true }).click()
  await expect(page.getByRole('article', { name: 'System message' })).toBeVisible()
  const asFiles = {
    'history file': await fromHistory(page, 'More: all conversations', 'Export everything'),
    'Markdown file': await fromHistory(page, 'More: /tokens 3', 'Export as Markdown'),
    'preset file': await exportedPreset(page),
    ...(await sharedSetup(page)),
  }
  const kept = await sinksOf(page)
  await page.goto('about:blank')
  await service.stop()

  // The scan is known to see. What a person wrote is no secret to them: it stands where they keep it,
  // in the files that they asked for, in the link whose dialog lists it, and in the code that repeats it.
  for (const text of [kept.databases, ...Object.values(asFiles), copied.join('\n')])
    expect(text).toContain(SYSTEM)
  expect(copied.length).toBeGreaterThan(15)
  const forSecrets = {
    ...kept,
    ...asFiles,
    snippets: snippets.join('\n'),
    clipboard: copied.join('\n'),
  }
  const { databases: _databases, page: _page, ...bare } = kept
  const forAll = {
    ...bare,
    console: heard.join('\n'),
    addresses: asked.join('\n'),
    exports: exports.join('\n'),
    'service log': log.join(''),
    'error bodies': (await Promise.all(errors)).join('\n'),
  }
  expect(forAll['service log']).toContain('/chat/completions')
  expect(forAll.exports).toContain('chars>')
  expect(forAll['error bodies']).toContain('x402Version')
  expect([...hits(secrets, forSecrets), ...hits(all, forAll)]).toEqual([])
  // Bytes of a file travel with nothing but the whole history.
  const { 'history file': _history, ...light } = { ...asFiles, snippets: snippets.join('\n') }
  expect(hits({ bytes: contents['bytes of a file'] ?? '' }, light)).toEqual([])

  // The service keeps its own key for the page, readable by its owner alone; nothing else holds any.
  const onDisk = filesOf(folder)
  const keyFiles = onDisk.filter(({ text }) => text.includes(service.ready.apiKey))
  expect(keyFiles.map(({ mode }) => mode)).toEqual([0o600])
  const others = onDisk.filter((file) => !keyFiles.includes(file))
  expect(others.length).toBeGreaterThan(0)
  expect(hits(all, Object.fromEntries(others.map(({ path, text }) => [path, text])))).toEqual([])
})

/** What a press saves. */
async function download(page: Page, press: () => Promise<void>): Promise<string> {
  const [file] = await Promise.all([page.waitForEvent('download'), press()])
  return readFileSync(await file.path(), 'utf8')
}

/** An exchange saved without the texts, which is how the dialog opens. */
async function saved(chat: ChatScreen, format: string): Promise<string> {
  const { page, inspector } = chat
  await chat.openInspector('Request')
  await inspector.getByRole('button', { name: 'Save or open a request' }).click()
  const dialog = page.getByRole('dialog', { name: 'Save request' })
  await dialog.getByRole('radio', { name: format, exact: true }).check()
  const text = await download(page, () => dialog.getByRole('button', { name: /^Save / }).click())
  await dialog.getByRole('button', { name: 'Close' }).click()
  return text
}

/** A file that a menu of the history saves. What people wrote is in it, on their own request. */
async function fromHistory(page: Page, menu: string, item: string): Promise<string> {
  const history = page.getByRole('region', { name: 'History' })
  if (!(await history.isVisible()))
    await page.getByRole('button', { name: 'History', exact: true }).click()
  const button = history.getByRole('button', { name: menu, exact: true })
  await button.focus()
  await button.press('Enter')
  return download(page, () => history.getByRole('menuitem', { name: item, exact: true }).click())
}

/** The present setup saved as a preset, and that as a file. */
async function exportedPreset(page: Page): Promise<string> {
  await pressAbove(page, 'Presets')
  const dialog = page.getByRole('dialog', { name: 'Presets' })
  await dialog.getByRole('textbox', { name: 'Preset name' }).fill('Canaries')
  await dialog.getByRole('button', { name: 'Save', exact: true }).click()
  const text = await download(page, () =>
    dialog.getByRole('button', { name: 'Export Canaries' }).click(),
  )
  await page.keyboard.press('Escape')
  return text
}

/** What the dialog Share gives away, as it opens: the link, unpacked, and the file. */
async function sharedSetup(page: Page): Promise<Record<'link' | 'setup file', string>> {
  await page.getByRole('button', { name: 'Share', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: /^Share/ })
  const link = await dialog.getByRole('textbox', { name: 'Link' }).inputValue()
  await pressCopyButtons(dialog)
  const file = await download(page, () =>
    dialog.getByRole('button', { name: 'Save as file' }).click(),
  )
  return { link: JSON.stringify(decodeSetup(new URL(link).hash)), 'setup file': file }
}

/** An exchange in every language: the newest, or all whose line in the list of requests matches. */
async function allCode(chat: ChatScreen, named?: RegExp): Promise<string[]> {
  const tab = await chat.openInspector('Code')
  const texts: string[] = []
  const read = async () => {
    for (const language of [
      'curl',
      'Python',
      'JavaScript (openai)',
      'JavaScript (fetch)',
      'Tests',
    ]) {
      await tab.getByRole('radio', { name: language, exact: true }).check()
      texts.push((await tab.textContent()) ?? '')
      await pressCopyButtons(chat.inspector)
    }
  }
  if (named === undefined) {
    await read()
    return texts
  }
  const picker = chat.inspector.getByRole('button', { name: /^Request: / })
  const options = chat.inspector.getByRole('option').filter({ hasText: named })
  await picker.click()
  const count = await options.count()
  for (let index = 0; index < count; index += 1) {
    await options.nth(index).click()
    await read()
    await picker.click()
  }
  await chat.inspector.getByRole('checkbox', { name: 'Follow latest' }).check()
  await picker.press('Escape')
  return texts
}
