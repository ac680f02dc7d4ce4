import { expect, test as base } from '../support/fixtures.ts'
import { startToolServer, type ToolServer } from '../support/tool-server.ts'
import { ToolsScreen } from '../support/tools-screen.ts'
import { PASSPHRASE, VaultScreen } from '../support/vault-screen.ts'

const SECRET = 'canary-secret-0123456789'
const CALL = 'Call lookup with "x".'

const test = base.extend<{ server: ToolServer }>({
  // oxlint-disable-next-line no-empty-pattern -- a fixture says what it needs, which is nothing
  server: async ({}, use) => {
    const inputSchema = { type: 'object', properties: { query: { type: 'string' } } }
    const server = await startToolServer([{ name: 'lookup', inputSchema }])
    await use(server)
    await server.stop()
  },
  serviceFlags: async ({ server }, use) => use(['--allow-api', server.origin]),
})

test('security: a remembered authorization is back after a reload, and is nowhere to be read', async ({
  chat,
  page,
  server,
}) => {
  const tools = new ToolsScreen(page)
  const vault = new VaultScreen(page)
  await tools.connectRemembered(server.url, `Bearer ${SECRET}`)
  await chat.say(CALL)
  await tools.decide('Allow in this conversation')
  await expect(chat.answers.nth(1)).toContainText('done')

  await page.reload()
  const before = server.received.length
  await expect(vault.unlock).toBeVisible()
  expect(await storedText(page)).not.toContain(SECRET)
  expect(server.received).toHaveLength(before)
  await vault.unlockWith(PASSPHRASE)
  await tools.servers.hover()
  await expect(tools.tools.getByRole('checkbox', { name: 'lookup' })).toBeVisible()
  await chat.say(CALL)
  await expect(chat.answers.nth(3)).toContainText('done')
  const sent = server.received.slice(before).map(({ authorization }) => authorization)
  expect(new Set(sent)).toEqual(new Set([`Bearer ${SECRET}`]))
})

/** Everything that this browser has stored for the page, as text. */
function storedText(page: ToolsScreen['page']): Promise<string> {
  return page.evaluate(async () => {
    const done = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.addEventListener('success', () => resolve(request.result))
        request.addEventListener('error', () => reject(new Error('not readable')))
      })
    const bytesAsText = (_: string, value: unknown) =>
      value instanceof Uint8Array ? new TextDecoder().decode(value) : value
    const texts = [JSON.stringify(localStorage), JSON.stringify(sessionStorage)]
    for (const { name = '' } of await indexedDB.databases()) {
      const database = await done(indexedDB.open(name))
      for (const store of database.objectStoreNames) {
        const values = database.transaction(store).objectStore(store).getAll()
        texts.push(JSON.stringify(await done(values), bytesAsText))
      }
      database.close()
    }
    return texts.join('\n')
  })
}
