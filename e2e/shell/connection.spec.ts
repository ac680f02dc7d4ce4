import type { Locator } from '@playwright/test'

import { connectTo } from '../support/connect-to.ts'
import { expect, test as base } from '../support/fixtures.ts'
import { startOtherServer, type OtherServer } from '../support/other-server.ts'

const test = base.extend<{ other: OtherServer }>({
  other: async ({ baseURL: _ }, use) => {
    const other = await startOtherServer()
    await use(other)
    await other.stop()
  },
})

test(
  'the page works with another API, once a person has allowed its address',
  { tag: '@smoke' },
  async ({ chat, page, other, service }) => {
    await page.getByRole('button', { name: 'Connection', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'Connection' })
    await dialog.getByRole('button', { name: 'Add connection' }).click()
    await dialog.getByRole('textbox', { name: 'Base URL' }).fill(other.baseUrl)
    await expect(dialog).toContainText(`may only contact ${new URL(page.url()).origin}. Allow `)
    await dialog.getByRole('button', { name: 'Connect', exact: true }).click()

    await expect(page.getByRole('main')).toContainText(other.origin)
    await page.getByRole('button', { name: 'Allow', exact: true }).click()

    await expect(dialog.getByRole('textbox', { name: 'Base URL' })).toHaveValue(other.baseUrl)
    await expect(dialog.getByLabel('API key')).toBeFocused()
    await page.keyboard.type(other.key)
    await dialog.getByRole('button', { name: 'Connect', exact: true }).click()
    await expect(dialog).toBeHidden()

    // The model that was chosen is none of this API's.
    await expect(chat.model).toHaveValue('other-model')
    const answer = await chat.ask('Hello')
    await expect(answer).toContainText('Hello from elsewhere')

    const sent = other.received.findLast(({ body }) => body !== undefined)
    expect(sent?.body).toEqual({
      model: 'other-model',
      messages: [{ role: 'user', content: 'Hello' }],
      stream: true,
    })
    expect(sent?.authorization).toBe(`Bearer ${other.key}`)
    for (const { authorization } of other.received)
      expect(authorization ?? '').not.toContain(service.ready.apiKey)

    const stored = await page.evaluate(async () => {
      const databases = await indexedDB.databases()
      const rows = await Promise.all(
        databases.map(
          ({ name }) =>
            new Promise<unknown[]>((resolve) => {
              const open = indexedDB.open(name ?? '')
              open.onsuccess = () => {
                const db = open.result
                const all: unknown[] = []
                const names = [...db.objectStoreNames]
                const transaction = db.transaction(names)
                for (const store of names) {
                  const request = transaction.objectStore(store).getAll()
                  request.onsuccess = () => all.push(request.result)
                }
                transaction.oncomplete = () => resolve(all)
              }
            }),
        ),
      )
      return JSON.stringify([
        rows,
        Object.entries(localStorage),
        Object.entries(sessionStorage),
        location.href,
      ])
    })
    expect(stored).not.toContain(other.key)
  },
)

test('an API that needs no key takes five presses, and its first message succeeds', async ({
  chat,
  page,
  other,
}) => {
  other.openToAll()
  other.setModels(['first-model', 'second-model'])
  let presses = 0
  const press = async (target: Locator) => {
    presses += 1
    await target.click()
  }
  const dialog = page.getByRole('dialog', { name: 'Connection' })
  await press(page.getByRole('button', { name: 'Connection', exact: true }))
  await press(dialog.getByRole('button', { name: 'Add connection' }))
  await dialog.getByRole('textbox', { name: 'Base URL' }).fill(other.baseUrl)
  await press(dialog.getByRole('button', { name: 'Connect', exact: true }))
  await press(page.getByRole('button', { name: 'Allow', exact: true }))
  await press(dialog.getByRole('button', { name: 'Connect', exact: true }))
  expect(presses).toBeLessThanOrEqual(5)

  await expect(chat.model).toHaveValue('first-model')
  await expect(dialog).toBeHidden()
  await expect(await chat.ask('Hello')).toContainText('Hello from elsewhere')

  // It stays through a reload, and with it a model that it has.
  await page.goto('/chat')
  await expect(page.getByRole('button', { name: 'Connection', exact: true })).toContainText(
    new URL(other.baseUrl).host,
  )
  await expect(chat.model).toHaveValue('first-model')
})

test('an API whose list of models is public waits for its key', async ({ chat, page, other }) => {
  other.openList()
  await page.getByRole('button', { name: 'Connection', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Connection' })
  await dialog.getByRole('button', { name: 'Add connection' }).click()
  await dialog.getByRole('textbox', { name: 'Base URL' }).fill(other.baseUrl)
  await dialog.getByRole('textbox', { name: 'Name', exact: true }).fill('Public list')
  await dialog.getByRole('button', { name: 'Connect', exact: true }).click()
  await page.getByRole('button', { name: 'Allow', exact: true }).click()

  await expect(dialog.getByLabel('API key')).toBeFocused()
  await expect(dialog.getByRole('textbox', { name: 'Name', exact: true })).toHaveValue(
    'Public list',
  )
  await page.keyboard.type(other.key)
  await page.keyboard.press('Enter')
  await expect(dialog).toBeHidden()
  await expect(await chat.ask('Hello')).toContainText('Hello from elsewhere')
  expect(other.received.every(({ authorization }) => authorization === `Bearer ${other.key}`)).toBe(
    true,
  )
})

test.describe('where the app is stored', () => {
  test.use({ serviceWorkers: 'allow' })

  test('a connection more leaves the others their keys, which are stored nowhere', async ({
    chat,
    page,
    other,
  }) => {
    await chat.message.click()
    await page.evaluate(() => navigator.serviceWorker.ready)
    await expect
      .poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null))
      .toBe(true)
    await connectTo(page, { ...other, name: 'First' })
    const second = await startOtherServer()
    const chip = page.getByRole('button', { name: 'Connection', exact: true })
    await connectTo(page, { ...second, name: 'Second' })
    await chip.click()
    const dialog = page.getByRole('dialog', { name: 'Connection' })
    await dialog.getByRole('radio', { name: 'First' }).check()
    await expect(chip).toContainText('First')
    await page.keyboard.press('Escape')
    await expect(await chat.ask('Hello')).toContainText('Hello from elsewhere')
    const stored = await page.evaluate(async () => {
      const caches = await globalThis.caches.keys()
      const texts = [Object.entries(localStorage), Object.entries(sessionStorage)]
      return JSON.stringify([texts, caches, history.state])
    })
    expect(stored).not.toContain(other.key)
    expect(stored).not.toContain('playground.handover')
    await second.stop()
  })
})

test('asking for a second API loses neither the first nor what was typed', async ({
  chat: _,
  page,
  other,
}) => {
  other.openToAll()
  await connectTo(page, { baseUrl: other.baseUrl })
  const chip = page.getByRole('button', { name: 'Connection', exact: true })
  const dialog = page.getByRole('dialog', { name: 'Connection' })
  await chip.click()
  await dialog.getByRole('button', { name: 'Add connection' }).click()
  await dialog.getByRole('combobox', { name: 'Server' }).selectOption('Ollama')
  const baseUrl = dialog.getByRole('textbox', { name: 'Base URL' })
  await expect(baseUrl).toHaveValue('http://127.0.0.1:11434/v1')
  await dialog.getByText('Advanced').click()
  await dialog.getByRole('textbox', { name: 'Provider name' }).fill('acme')
  await expect(dialog).toContainText('Enter it after allowing')
  await dialog.getByRole('button', { name: 'Connect', exact: true }).click()
  await page.getByRole('button', { name: 'Cancel', exact: true }).click()

  await expect(baseUrl).toHaveValue('http://127.0.0.1:11434/v1')
  await dialog.getByText('Advanced').click()
  await expect(dialog.getByRole('textbox', { name: 'Provider name' })).toHaveValue('acme')
  await expect(chip).toContainText(new URL(other.baseUrl).host)
})

test('behavior: one press switches between connections, and each keeps its key while the page is open', async ({
  chat,
  page,
  other,
}) => {
  await connectTo(page, other)
  const chip = page.getByRole('button', { name: 'Connection', exact: true })
  const dialog = page.getByRole('dialog', { name: 'Connection' })
  const { host } = new URL(other.baseUrl)
  await chip.click()
  const list = dialog.getByRole('radiogroup', { name: 'Connections' })
  await expect(list.getByRole('radio', { name: host })).toBeChecked()
  await expect(dialog).toContainText('1 model, capabilities not listed. No prices')
  await list.getByRole('radio', { name: 'This machine' }).check()
  await expect(chip).toContainText('This machine')
  await list.getByRole('radio', { name: host }).check()
  await expect(chip).toContainText(host)
  await page.keyboard.press('Escape')
  await expect(chat.model).toHaveValue('other-model')
  await expect(await chat.ask('Hello')).toContainText('Hello from elsewhere')

  // The palette does the same. After a reload the key is asked for once, where it is needed.
  await page.keyboard.press('ControlOrMeta+k')
  await page.getByRole('combobox', { name: 'Command' }).fill('switch this machine')
  await page.keyboard.press('Enter')
  await expect(chip).toContainText('This machine')
  await page.reload()
  await chip.click()
  await list.getByRole('radio', { name: host }).check()
  await expect(chip).toContainText('This machine')
  await expect(dialog.getByLabel('API key')).toBeFocused()
  await dialog.getByLabel('API key').fill(other.key)
  await dialog.getByRole('button', { name: 'Connect', exact: true }).click()
  await expect(chip).toContainText(host)
})

test('behavior: a header that authenticates is sent, masked everywhere, and never stored', async ({
  chat,
  page,
  other,
}) => {
  other.acceptHeader('api-key')
  await connectTo(page, { baseUrl: other.baseUrl, headers: `api-key: ${other.key}\nX-Title: Mine` })
  const answer = await chat.ask('Hello')
  await expect(answer).toContainText('Hello from elsewhere')
  const sent = other.received.findLast(({ body }) => body !== undefined)
  expect(sent?.headers).toMatchObject({ 'api-key': other.key, 'x-title': 'Mine' })
  expect(sent?.authorization).toBeUndefined()
  await answer.getByRole('button', { name: 'Inspect' }).click()
  const inspector = page.getByRole('region', { name: 'Inspector' })
  await inspector.getByRole('tab', { name: 'Request' }).click()
  await expect(inspector).toContainText(`<redacted ${other.key.length} chars>`)
  await inspector.getByRole('tab', { name: 'Code' }).click()
  await expect(inspector).toContainText('_HEADER_API_KEY')
  expect(await page.content()).not.toContain(other.key)
  const stored = await page.evaluate(() =>
    JSON.stringify([Object.entries(localStorage), Object.entries(sessionStorage)]),
  )
  expect(stored).toContain('api-key')
  expect(stored).not.toContain(other.key)
})

test('behavior: one message goes over four connections at once', async ({
  chat: _,
  page,
  other,
}) => {
  const others = [other, await startOtherServer(), await startOtherServer()]
  for (const [at, server] of others.entries()) {
    server.openToAll()
    server.setModels([`model-${at}`])
    await connectTo(page, { baseUrl: server.baseUrl })
  }
  await page.goto('/evaluate')
  const letters = ['A', 'B', 'C', 'D']
  const add = page.getByRole('button', { name: 'Add configuration' })
  for (let count = 2; count < letters.length; count += 1) await add.click()
  const names = ['This machine', ...others.map(({ baseUrl }) => new URL(baseUrl).host)]
  for (const [at, letter] of letters.entries()) {
    await page.getByRole('combobox', { name: `Connection ${letter}` }).selectOption(names[at] ?? '')
    if (at > 0)
      await expect(page.getByRole('combobox', { name: `Model ${letter}` })).toHaveValue(
        `model-${at - 1}`,
      )
  }
  await page.getByRole('textbox', { name: 'Message' }).fill('/echo Hello')
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  const cell = (letter: string) => page.getByRole('gridcell', { name: `Case 1, ${letter}: ` })
  for (const letter of ['B', 'C', 'D'])
    await expect(cell(letter)).toContainText('Hello from elsewhere')
  await expect(cell('A')).toContainText('messages')
  for (const { received } of others)
    expect(received.filter(({ path }) => path === '/v1/chat/completions')).toHaveLength(1)
  await Promise.all(others.slice(1).map((server) => server.stop()))
})

test('behavior: who opens a link fills in the connection, and a message names the one it went over', async ({
  chat,
  page,
  other,
}) => {
  await expect(await chat.ask('Hello')).toContainText('Hello')
  await page.getByRole('button', { name: 'Share', exact: true }).click()
  const link = await page.getByRole('textbox', { name: 'Link' }).inputValue()
  expect(link).not.toContain('127.0.0.1:' + new URL(other.baseUrl).port)
  await page.keyboard.press('Escape')
  other.openToAll()
  await connectTo(page, { baseUrl: other.baseUrl })
  const chip = page.getByRole('button', { name: 'Connection', exact: true })
  await page.getByRole('textbox', { name: 'Message', exact: true }).fill('A draft of mine')
  await page.goto(link)
  const dialog = page.getByRole('dialog', { name: /Open this chat/ })
  await dialog.getByRole('combobox', { name: 'Connection' }).selectOption('This machine')
  await expect(chip).toContainText(new URL(other.baseUrl).host)
  await dialog.getByRole('button', { name: 'Open as new chat' }).click()
  await expect(chip).toContainText('This machine')
})

test('where CORS is in the way, the command that gets around it is there to copy', async ({
  chat: _,
  page,
  other,
}) => {
  other.refusePages()
  await page.getByRole('button', { name: 'Connection', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Connection' })
  await dialog.getByRole('button', { name: 'Add connection' }).click()
  await dialog.getByRole('textbox', { name: 'Base URL' }).fill(other.baseUrl)
  await dialog.getByRole('button', { name: 'Connect', exact: true }).click()
  await page.getByRole('button', { name: 'Allow', exact: true }).click()
  await dialog.getByRole('button', { name: 'Connect', exact: true }).click()
  await expect(dialog.getByRole('group', { name: 'Command to run' })).toHaveText(
    `npm start -- --upstream ${other.baseUrl}`,
  )
  await expect(dialog.getByRole('button', { name: 'Copy command', exact: true })).toBeVisible()
})

test('an API without a list takes any model, and the page asks for one', async ({
  chat,
  page,
  other,
}) => {
  other.openToAll()
  other.setModels(undefined)
  await page.getByRole('button', { name: 'Connection', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Connection' })
  await dialog.getByRole('button', { name: 'Add connection' }).click()
  await dialog.getByRole('textbox', { name: 'Base URL' }).fill(other.baseUrl)
  await dialog.getByRole('button', { name: 'Connect', exact: true }).click()
  await page.getByRole('button', { name: 'Allow', exact: true }).click()
  await dialog.getByRole('button', { name: 'Connect', exact: true }).click()
  await dialog.getByRole('button', { name: 'Connect anyway' }).click()
  await expect(chat.model).toHaveValue('')
  await chat.chooseModel('any-model')
  await expect(await chat.ask('Hello')).toContainText('Hello from elsewhere')
})

test('a model that the API lacks is named, and another one chosen and asked by one press', async ({
  chat,
  page,
  other,
}) => {
  other.openToAll()
  await connectTo(page, { baseUrl: other.baseUrl })
  await chat.chooseModel('gone-model')
  const answer = await chat.ask('Hello')
  await expect(answer.getByRole('alert')).toContainText('404 No such model')
  await answer.getByRole('button', { name: 'Use other-model' }).click()
  await expect(answer).toContainText('Hello from elsewhere')
  await expect(chat.model).toHaveValue('other-model')
})

test('the key of the local service is copied from the dialog, and not shown', async ({
  chat: _,
  page,
  service,
}) => {
  // The page may not read the clipboard, so what is written to it is recorded.
  const copied: string[] = []
  await page.exposeFunction('recordCopied', (text: string) => void copied.push(text))
  await page.evaluate(() => {
    navigator.clipboard.writeText = async (text) => {
      const record: unknown = Reflect.get(globalThis, 'recordCopied')
      if (typeof record === 'function') await record(text)
    }
  })
  await page.getByRole('button', { name: 'Connection', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Connection' })
  await dialog.getByRole('button', { name: 'Copy key' }).click()
  await expect(dialog.getByText('Copied', { exact: true })).toBeAttached()
  expect(copied).toEqual([service.ready.apiKey])
  expect(await page.content()).not.toContain(service.ready.apiKey)
})

test('a wrong key is said in words, and an address that is no API too', async ({
  chat: _,
  page,
  other,
}) => {
  await page.goto(
    `/local/allow-origin?origin=${encodeURIComponent(other.origin)}&return=${encodeURIComponent('/chat')}`,
  )
  await page.getByRole('button', { name: 'Allow', exact: true }).click()
  await page.getByRole('button', { name: 'Connection', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Connection' })
  await dialog.getByRole('button', { name: 'Add connection' }).click()
  await dialog.getByRole('textbox', { name: 'Base URL' }).fill('ftp://nowhere')
  await dialog.getByRole('button', { name: 'Connect', exact: true }).click()
  await expect(dialog).toContainText('Base URL must start with https://')
  await dialog.getByRole('textbox', { name: 'Base URL' }).fill(other.baseUrl)
  await dialog.getByLabel('API key').fill('wrong')
  await dialog.getByRole('button', { name: 'Connect', exact: true }).click()
  await expect(dialog).toContainText('401')
})

test('where nobody can allow an address from the page, it says who can', async ({
  page,
  other,
}) => {
  await page.route('**/config.json', async (route) => {
    const response = await route.fetch()
    const config = (await response.json()) as object
    await route.fulfill({ response, json: { ...config, mode: 'relay', fixedOrigins: true } })
  })
  await page.goto('/chat?connect=1')
  const dialog = page.getByRole('dialog', { name: 'Connection' })
  await dialog.getByRole('button', { name: 'Add connection' }).click()
  await dialog.getByRole('textbox', { name: 'Base URL' }).fill(other.baseUrl)
  await expect(dialog).toContainText(`Whoever hosts it can add ${other.origin}`)
  await expect(dialog.getByRole('button', { name: /Allow|Connect$/ })).toHaveCount(0)
  await dialog.getByRole('textbox', { name: 'Base URL' }).press('Enter')
  await expect(dialog).toBeVisible()
})

test('no script of the page can allow an address by itself', async ({ chat: _, page, service }) => {
  const origin = 'https://evil.example'
  const results = await page.evaluate(async (target) => {
    const attempt = async (init: RequestInit, query = '') => {
      try {
        const response = await fetch(`/local/allow-origin${query}`, init)
        return response.status
      } catch {
        return 'refused'
      }
    }
    const form = new URLSearchParams({ origin: target, return: '/chat' })
    const get = await fetch(`/local/allow-origin?origin=${encodeURIComponent(target)}&return=/chat`)
    const token = /name="token" value="([^"]+)"/.exec(await get.text())?.[1] ?? ''
    form.set('token', token)
    return [
      await attempt({ method: 'POST', body: form }),
      await attempt({ method: 'POST', body: form, headers: { 'Sec-Fetch-User': '?1' } }),
    ]
  }, origin)
  for (const result of results) expect([403, 'refused']).toContain(result)
  const config = await page.request.get('/config.json', {
    headers: { Referer: service.ready.appUrl },
  })
  expect(await config.text()).not.toContain('evil.example')
})
