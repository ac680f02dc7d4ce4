import { expect, test } from 'vitest'

import { memoryText } from '../testing/test-storage.ts'
import { createSavedToolServers, type SavedToolServer } from './saved-tool-servers.ts'

const server = (id: string, addedAt = 1): SavedToolServer => ({
  id,
  name: `Server ${id}`,
  url: `https://${id}.example/mcp`,
  usesAuthorization: false,
  off: [],
  addedAt,
})

function open(local = memoryText(), session = memoryText()) {
  const events = new EventTarget()
  return { events, local, saved: createSavedToolServers({ local, session, events }) }
}

test('behavior: tool servers are there again after a reload, in the order they were added', () => {
  const { saved, local } = open()
  saved.save(server('b', 2))
  saved.save(server('a', 1))
  saved.save({ ...server('b', 2), off: ['delete_everything'] })
  const again = open(local).saved.store.getState()
  expect(again.map(({ id, off }) => [id, off])).toEqual([
    ['a', []],
    ['b', ['delete_everything']],
  ])
  saved.remove('a')
  expect(open(local).saved.store.getState()).toHaveLength(1)
})

test('behavior: what another tab saves is seen at once', () => {
  const { saved, local, events } = open()
  open(local).saved.save(server('a'))
  events.dispatchEvent(Object.assign(new Event('storage'), { key: 'playground.toolServer.a' }))
  expect(saved.store.getState()).toHaveLength(1)
})

test('behavior: where nothing can be stored, servers last as long as the page', () => {
  const { saved } = open({ ...memoryText(), save: () => false })
  saved.save(server('a'))
  expect(saved.store.getState()).toEqual([server('a')])
})

test('security: what else is in storage under the same name is no server', () => {
  const local = memoryText()
  local.save('playground.toolServer.x', JSON.stringify({ ...server('x'), url: 'nowhere' }))
  local.save('playground.toolServer.y', '{')
  expect(open(local).saved.store.getState()).toEqual([])
})

test('behavior: the server that a person left to allow is asked for once', () => {
  const session = memoryText()
  open(memoryText(), session).saved.saveAsked(server('a'))
  const { saved } = open(memoryText(), session)
  expect(saved.takeAsked()).toEqual(server('a'))
  expect(saved.takeAsked()).toBeUndefined()
})
