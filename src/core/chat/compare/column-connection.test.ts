import { expect, test } from 'vitest'

import { apiKeyCredential } from '../../client/connection/credential.ts'
import { fakeClient, jsonResponse } from '../../client/testing/fake-world.ts'
import { storedChat } from '../testing/fake-world.ts'
import { chooseColumnConnection } from './column-connection.ts'
import { startComparison } from './comparison.ts'
import { runColumnAgain, runColumns } from './run-columns.ts'

const setup = { model: 'one', settings: {} }
const other = { id: 'b', name: 'Other', baseUrl: 'https://b.example/v1', providerName: 'vendor' }
const saved = {
  ...other,
  headers: [],
  secretHeaders: [],
  usesKey: false,
  color: 0,
  addedAt: 0,
  lastUsedAt: 0,
}

/** The key of a connection that is remembered. */
const sealed = () => apiKeyCredential('sealed-key-0123', 'https://b.example')

function comparing() {
  const { client, world } = fakeClient(({ url }) =>
    url.endsWith('/models')
      ? jsonResponse({ object: 'list', data: [{ id: `of ${new URL(url).hostname}` }] })
      : jsonResponse({ choices: [{ index: 0, message: { content: url }, finish_reason: 'stop' }] }),
  )
  const chat = storedChat({ client })
  startComparison(chat, [setup, setup], { beside: '' })
  const idAt = (at: number) => chat.comparison.getState().columns[at]?.conversation.id ?? ''
  return { chat, client, world, idAt }
}

const chats = (sent: readonly { url: string }[]) =>
  sent.flatMap(({ url }) => (url.endsWith('/chat/completions') ? [new URL(url).origin] : []))

test('behavior: each column goes over its own connection, with a model that is listed there', async () => {
  const { chat, world, idAt } = comparing()
  await chooseColumnConnection(chat, idAt(1), saved, sealed)
  expect(chat.comparison.getState().columns[1]?.conversation).toMatchObject({
    connection: { id: 'b', name: 'Other' },
    model: 'of b.example',
  })
  expect(runColumns(chat, 'Hello?')).toEqual([])
  await Promise.all(Object.values(chat.runs.getState().live).map(({ done }) => done))
  expect(chats(world.sent).toSorted()).toEqual(['https://api.example.com', 'https://b.example'])
  const second = world.sent.find(({ url }) => url === 'https://b.example/v1/chat/completions')
  expect(second?.headers.map(([name]) => name)).not.toContain('authorization')
  expect(chat.comparison.getState().columns[1]?.messages.at(-1)).toMatchObject({
    versions: [{ connection: { id: 'b', name: 'Other' } }],
  })
})

test('behavior: nothing is sent where the connection of a column is not open', async () => {
  const { chat, client, world, idAt } = comparing()
  await chooseColumnConnection(chat, idAt(0), { ...saved, usesKey: true }, sealed)
  expect(runColumns(chat, 'Hello?')).toEqual([
    'Connect to Other first, or choose another connection for its column.',
  ])
  expect(chats(world.sent)).toEqual([])
  client.connections.open(other, apiKeyCredential('key-of-other', 'https://b.example'))
  expect(runColumns(chat, 'Hello?')).toEqual([])
  await Promise.all(Object.values(chat.runs.getState().live).map(({ done }) => done))
  client.connections.close('b')
  expect(runColumnAgain(chat, idAt(0))[0]).toContain('Connect to Other first')
  await chooseColumnConnection(chat, idAt(0), undefined, sealed)
  client.connections.store.setState({ connection: undefined })
  expect(runColumns(chat, 'Again?')).toEqual(['Connect to an API first.'])
})

test('behavior: a remembered key is used without being entered', async () => {
  const { chat, world, idAt } = comparing()
  await chooseColumnConnection(
    chat,
    idAt(0),
    { ...saved, usesKey: true, isRemembered: true },
    sealed,
  )
  expect(runColumns(chat, 'Hello?')).toEqual([])
  await Promise.all(Object.values(chat.runs.getState().live).map(({ done }) => done))
  const sent = world.sent.filter(({ url }) => url.endsWith('/chat/completions'))
  expect(sent.find(({ url }) => url.startsWith('https://b.example'))?.headers).toContainEqual([
    'authorization',
    'Bearer sealed-key-0123',
  ])
})

test("this machine's service is opened beside the current connection", async () => {
  const { chat, client, idAt } = comparing()
  await chooseColumnConnection(chat, idAt(0), { id: 'local', name: 'This machine' }, sealed)
  expect(runColumns(chat, 'Hello?')[0]).toContain('Connect to This machine first')
  client.connections.store.setState(({ config }) => ({
    config: { ...config, baseUrl: 'https://page.example.com/api/v1', apiKey: 'local-key' },
  }))
  await chooseColumnConnection(chat, idAt(0), { id: 'local', name: 'This machine' }, sealed)
  expect(runColumns(chat, 'Hello?')).toEqual([])
  expect(client.connections.store.getState().connection?.id).toBe('connection-1')
  await Promise.all(Object.values(chat.runs.getState().live).map(({ done }) => done))
})
