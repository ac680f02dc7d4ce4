import { connectTo } from '../../../e2e/support/connect-to.ts'
import { test } from '../testing/allowed-servers.ts'
import { expect } from '../testing/open-page.tsx'

test('behavior: one press switches between connections, and each keeps its key while the page is open', async ({
  chat,
  page,
  other,
}) => {
  await connectTo(page, { ...other, isAllowed: true })
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
  await connectTo(page, {
    isAllowed: true,
    baseUrl: other.baseUrl,
    headers: `api-key: ${other.key}\nX-Title: Mine`,
  })
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
  others,
}) => {
  for (const [at, server] of others.entries()) {
    server.openToAll()
    server.setModels([`model-${at}`])
    await connectTo(page, { isAllowed: true, baseUrl: server.baseUrl })
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
  await connectTo(page, { isAllowed: true, baseUrl: other.baseUrl })
  const chip = page.getByRole('button', { name: 'Connection', exact: true })
  await page.getByRole('textbox', { name: 'Message', exact: true }).fill('A draft of mine')
  await page.goto(link)
  const dialog = page.getByRole('dialog', { name: /Open this chat/ })
  await dialog.getByRole('combobox', { name: 'Connection' }).selectOption('This machine')
  await expect(chip).toContainText(new URL(other.baseUrl).host)
  await dialog.getByRole('button', { name: 'Open as new chat' }).click()
  await expect(chip).toContainText('This machine')
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
  await connectTo(page, { isAllowed: true, baseUrl: other.baseUrl })
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
