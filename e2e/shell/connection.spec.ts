import type { Locator } from '@playwright/test'

import { connectTo } from '../support/connect-to.ts'
import { expect, test as base } from '../support/fixtures.ts'
import { startOtherServer, type OtherServer } from '../support/other-server.ts'
import { appStored } from '../support/stored-app.ts'

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

test('an API that needs no key takes five presses, and a second one that is asked for loses neither it nor what was typed', async ({
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
  const chip = page.getByRole('button', { name: 'Connection', exact: true })
  await expect(chip).toContainText(new URL(other.baseUrl).host)
  await expect(chat.model).toHaveValue('first-model')

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

test('an API whose list of models is public waits for its key; once it refuses pages, that is told apart, and the command that gets around it is there to copy', async ({
  chat,
  page,
  other,
}) => {
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

  other.refusePages()
  const alert = (await chat.ask('Hello')).getByRole('alert')
  await expect(alert).toContainText('responds but blocks cross-origin requests (CORS)')
  await alert.getByText('What was tested').first().click()
  await expect(alert.getByRole('group', { name: 'curl command' })).toContainText('Origin: http')
  await expect(alert).not.toContainText(other.key)

  await page.getByRole('button', { name: 'Connection', exact: true }).click()
  await dialog.getByRole('button', { name: 'Add connection' }).click()
  await dialog.getByRole('textbox', { name: 'Base URL' }).fill(other.baseUrl)
  await dialog.getByRole('button', { name: 'Connect', exact: true }).click()
  await expect(dialog.getByRole('group', { name: 'Command to run' })).toHaveText(
    `npm start -- --upstream ${other.baseUrl}`,
  )
  await expect(dialog.getByRole('button', { name: 'Copy command', exact: true })).toBeVisible()
})

test.describe('where the app is stored', () => {
  test.use({ serviceWorkers: 'allow' })
  test.beforeEach(({ page }) => page.clock.install())

  test('a connection more leaves the others their keys, which are stored nowhere', async ({
    chat,
    page,
    other,
  }) => {
    await chat.message.click()
    await appStored(page)
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
