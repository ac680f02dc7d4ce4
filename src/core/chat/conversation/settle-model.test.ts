import { beforeEach, expect, test } from 'vitest'

import type { Model } from '../../../../contract/models/model.ts'
import { fakeClient, jsonResponse } from '../../client/testing/fake-world.ts'
import type { Chat } from '../chat.ts'
import { storedChat } from '../testing/fake-world.ts'
import { setModel, startConversation } from './current-conversation.ts'
import { modelInstead, settleModel } from './settle-model.ts'

const plain: Model[] = [{ id: 'mock-gpt' }, { id: 'mock-gpt-large' }]
const described: Model[] = [
  { id: 'draw', type: 'image' },
  { id: 'gone', type: 'text', model_spec: { offline: true } },
  { id: 'large', type: 'text', model_spec: { traits: ['default'] } },
]

test.each([
  ['a model that the API does not list', plain, 'default', 'mock-gpt'],
  ['the model of an imported request', described, 'gpt-4o', 'large'],
])('%s is replaced by one that it lists', (_, models, name, expected) => {
  expect(modelInstead(models, name)).toBe(expected)
})

test.each([
  ['an id', plain, 'mock-gpt-large'],
  ['an id with settings behind it', plain, 'mock-gpt:enable_web_search=on'],
  ['a trait', described, 'default'],
])('%s that it knows stays', (_, models, name) => {
  expect(modelInstead(models, name)).toBeUndefined()
})

test('a mapped name stays', () => {
  expect(modelInstead(described, 'gpt-4o', { 'gpt-4o': 'large' })).toBeUndefined()
})

test('without a list the model stays', () => {
  expect(modelInstead([], 'default')).toBeUndefined()
})

/** The chat with an API that lists {@link plain}. */
let chat: Chat

beforeEach(() => {
  chat = storedChat({
    client: fakeClient(() => jsonResponse({ object: 'list', data: plain })).client,
  })
})

const chosen = () => chat.conversation.getState().conversation.model

test('the conversation gets a model of the API that was connected', async () => {
  setModel(chat, 'default')
  expect(await settleModel(chat)).toBe('mock-gpt')
  expect(chosen()).toBe('mock-gpt')
})

test('another API without a list leaves the model to the person', async () => {
  chat = storedChat({ client: fakeClient(() => jsonResponse({}, { status: 404 })).client })
  chat.client.connections.connectRemote({
    id: 'other',
    name: 'Other',
    baseUrl: 'https://api.example.com/v1',
    providerName: 'vendor',
  })
  setModel(chat, 'default')
  expect(await settleModel(chat)).toBe('')
  setModel(chat, 'my-own')
  expect(await settleModel(chat)).toBeUndefined()
  expect(chosen()).toBe('my-own')
})

test('what a person chooses meanwhile stays', async () => {
  setModel(chat, 'default')
  const settled = settleModel(chat)
  setModel(chat, 'my-own')
  expect(await settled).toBeUndefined()
  expect(chosen()).toBe('my-own')
})

test('a model that another reading of the list found missing meanwhile is filled in', async () => {
  setModel(chat, 'default')
  const settled = settleModel(chat)
  setModel(chat, '')
  expect(await settled).toBe('mock-gpt')
})

test('a new chat begins with the defaults and the chosen model', () => {
  setModel(chat, 'mock-gpt-large')
  chat.conversation.setState(({ conversation }) => ({
    conversation: { ...conversation, settings: { max_tokens: -5, streaming: true } },
  }))
  startConversation(chat)
  expect(chat.conversation.getState().conversation).toMatchObject({
    model: 'mock-gpt-large',
    settings: { stream: true },
  })
  expect(chat.conversation.getState().conversation.settings).not.toHaveProperty('max_tokens')
})
