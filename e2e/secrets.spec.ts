import { readFile } from 'node:fs/promises'

import type { Page } from '@playwright/test'

import { runService } from '../scripts/run-service.mjs'
import { ChatScreen } from './chat-screen.ts'
import { expect, test as base } from './fixtures.ts'
import { startOtherServer } from './other-server.ts'
import { WalletScreen } from './wallet-screen.ts'

const test = base.extend<{ log: string[] }>({
  // oxlint-disable-next-line no-empty-pattern -- a fixture says what it needs, which is nothing
  log: async ({}, use) => {
    await use([])
  },
  service: async ({ serviceFlags, log }, use) => {
    const flags = ['--memory', '--port', '0', ...serviceFlags]
    const service = await runService(flags, undefined, (text) => log.push(text))
    await use(service)
    await service.stop()
  },
})

const SYSTEM = 'canary-of-the-system-message'
const DATA = 'canary-of-the-attached-file'
const COOKIE = 'canary-of-a-cookie'

test('no secret of a session stands in any place that it has no business in', async ({
  page,
  context,
  service,
  log,
}) => {
  test.setTimeout(180_000)
  const other = await startOtherServer()
  const heard: string[] = []
  const signed: Record<string, string> = {}
  page.on('console', (message) => heard.push(message.text()))
  page.on('request', (request) => {
    const { 'sign-in-with-x': signIn, 'payment-signature': payment } = request.headers()
    if (signIn !== undefined) signed['sign-in header'] = signIn
    if (payment !== undefined) signed['payment header'] = payment
  })
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

  const chat = new ChatScreen(page)
  await page.getByRole('link', { name: 'Chat', exact: true }).click()
  await page.getByRole('button', { name: 'System message' }).click()
  await page.getByRole('textbox', { name: 'Edit system message' }).fill(SYSTEM)
  await page.getByRole('button', { name: 'Save' }).click()
  await chat.chooseModel('sandbox-media')
  await page.getByRole('button', { name: 'Attach', exact: true }).click()
  const choosing = page.waitForEvent('filechooser')
  await page.getByRole('menuitem', { name: 'File', exact: true }).click()
  await (
    await choosing
  ).setFiles({ name: 'canary.txt', mimeType: 'text/plain', buffer: Buffer.from(DATA.repeat(60)) })
  await chat.ask('/tokens 5')
  const exports = [await saved(page, chat, 'HAR'), await saved(page, chat, 'JSON Lines')]
  const snippets = await allCode(chat)

  await page.getByRole('button', { name: 'Connection', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Connection' })
  await dialog.getByRole('radio', { name: 'Another API' }).check()
  await dialog.getByRole('textbox', { name: 'Base URL' }).fill(other.baseUrl)
  await dialog.getByRole('button', { name: /Allow this address/ }).click()
  await page.getByRole('button', { name: 'Allow', exact: true }).click()
  await dialog.getByLabel('API key').fill(other.key)
  await dialog.getByRole('button', { name: 'Connect', exact: true }).click()
  await expect(dialog).toBeHidden()
  await chat.chooseModel('other-model')
  await chat.ask('Hello')
  exports.push(await saved(page, chat, 'HAR'), await saved(page, chat, 'JSON Lines'))
  snippets.push(...(await allCode(chat)))
  await other.stop()

  const decoded = (name: string) =>
    JSON.parse(Buffer.from(signed[name] ?? '', 'base64').toString()) as unknown
  const secrets: Record<string, string> = {
    ...signed,
    'sign-in signature': signatureIn(decoded('sign-in header')),
    'payment signature': signatureIn(decoded('payment header')),
    'local key': service.ready.apiKey,
    'other key': other.key,
    cookie: COOKIE,
  }
  const contents = {
    'system message': SYSTEM,
    'bytes of a file': Buffer.from(DATA.repeat(60)).toString('base64').slice(0, 40),
  }
  expect(Object.keys({ ...secrets, ...contents })).toHaveLength(9)
  for (const [name, value] of Object.entries({ ...secrets, ...contents }))
    expect(value.length, name).toBeGreaterThan(15)

  const history = await wholeHistory(page)
  await page.getByRole('button', { name: 'Share', exact: true }).click()
  await expect(page.getByRole('dialog', { name: /Share/ })).toBeVisible()
  const kept = await sinksOf(page)
  // The scan is known to see: what a person wrote is in the history.
  expect(kept.databases).toContain(SYSTEM)
  expect(history).toContain(SYSTEM)
  const forSecrets = { ...kept, snippets: snippets.join('\n'), 'history file': history }
  const { databases: _databases, page: _page, ...bare } = kept
  const forAll = {
    ...bare,
    console: heard.join('\n'),
    exports: exports.join('\n'),
    'service log': log.join(''),
  }
  expect(forAll['service log']).toContain('/chat/completions')
  expect(forAll.exports).toContain('chars>')
  expect([...hits(secrets, forSecrets), ...hits({ ...secrets, ...contents }, forAll)]).toEqual([])
})

/** Which of the canaries stand where. */
function hits(canaries: Record<string, string>, sinks: Record<string, string>): string[] {
  return Object.entries(sinks).flatMap(([sink, text]) =>
    Object.entries(canaries)
      .filter(([, canary]) => text.includes(canary))
      .map(([name]) => `${name} in ${sink}`),
  )
}

/** The longest signature anywhere in a signed object. */
function signatureIn(value: unknown): string {
  const found = [...JSON.stringify(value).matchAll(/"signature":"([^"]+)"/g)].map(
    ([, text = '']) => text,
  )
  return found.toSorted((a, b) => b.length - a.length)[0] ?? ''
}

/** An exchange saved without the texts, which is how the dialog opens. */
async function saved(page: Page, chat: ChatScreen, format: string): Promise<string> {
  await chat.openInspector('Request')
  await chat.inspector.getByRole('button', { name: 'Save or open an exchange' }).click()
  const dialog = page.getByRole('dialog', { name: 'Save this exchange' })
  await dialog.getByRole('radio', { name: format, exact: true }).check()
  const download = page.waitForEvent('download')
  await dialog.getByRole('button', { name: /^Save / }).click()
  const text = await readFile(await (await download).path(), 'utf8')
  await dialog.getByRole('button', { name: 'Close' }).click()
  return text
}

/** The history as a file: what people wrote is in it, on their own request. */
async function wholeHistory(page: Page): Promise<string> {
  const history = page.getByRole('region', { name: 'History' })
  if (!(await history.isVisible()))
    await page.getByRole('button', { name: 'History', exact: true }).click()
  const menu = history.getByRole('button', { name: 'More for all conversations', exact: true })
  await menu.focus()
  await menu.press('Enter')
  const download = page.waitForEvent('download')
  await history.getByRole('menuitem', { name: 'Export everything', exact: true }).click()
  return readFile(await (await download).path(), 'utf8')
}

async function allCode(chat: ChatScreen): Promise<string[]> {
  const tab = await chat.openInspector('Code')
  const texts: string[] = []
  for (const language of ['curl', 'Python', 'JavaScript', 'fetch']) {
    await tab.getByRole('radio', { name: language, exact: true }).check()
    texts.push((await tab.textContent()) ?? '')
  }
  return texts
}

/** Everything that the page keeps or shows, as text; binary values as base64. */
async function sinksOf(page: Page) {
  return page.evaluate(async () => {
    const plain = (value: unknown): string =>
      JSON.stringify(value, (_, inner: unknown) =>
        inner instanceof Uint8Array ? String.fromCodePoint(...inner.slice(0, 100_000)) : inner,
      ) ?? ''
    const names = await indexedDB.databases()
    const databases = await Promise.all(
      names.map(
        ({ name }) =>
          new Promise<string>((resolve, reject) => {
            const opening = indexedDB.open(name ?? '')
            opening.addEventListener('error', () => reject(new Error('not opened')))
            opening.addEventListener('success', () => {
              const db = opening.result
              const rows: unknown[] = []
              const transaction = db.transaction([...db.objectStoreNames])
              for (const store of db.objectStoreNames) {
                const reading = transaction.objectStore(store).getAll()
                reading.addEventListener('success', () => rows.push(reading.result))
              }
              transaction.addEventListener('complete', () => {
                db.close()
                resolve(plain(rows))
              })
            })
          }),
      ),
    )
    const caches = 'caches' in globalThis ? await globalThis.caches.keys() : []
    return {
      databases: databases.join('\n'),
      page: `${new XMLSerializer().serializeToString(document)} ${plain(
        [...document.querySelectorAll<HTMLInputElement>('input, textarea')].map(
          ({ value }) => value,
        ),
      )}`,
      address: location.href,
      referrer: document.referrer,
      history: plain(history.state),
      localStorage: plain(Object.entries(localStorage)),
      sessionStorage: plain(Object.entries(sessionStorage)),
      caches: plain(caches),
    }
  })
}
