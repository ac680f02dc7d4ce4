import { expect, test } from 'vitest'

import type { Message } from '../../../../contract/chat/messages.ts'
import { setConversationTools } from '../../tools/conversation-settings.ts'
import { fakeServer } from '../../tools/testing/fake-tools.ts'
import { addToolSource } from '../../tools/tool.ts'
import { requestSettings } from '../../tools/wire-tools.ts'
import { addMessage } from '../conversation/authored-messages.ts'
import { setModel, setSettings, startConversation } from '../conversation/current-conversation.ts'
import { fakeChat, settled } from '../testing/fake-world.ts'
import { applyRequest } from './apply-request.ts'

const user = (content: string): Message => ({ role: 'user', content })

async function chatWith(...messages: Message[]) {
  const fake = fakeChat()
  setModel(fake.chat, 'small')
  setSettings(fake.chat, { temperature: 0.5 })
  for (const message of messages) addMessage(fake.chat, message)
  await settled()
  const shown = () => fake.chat.conversation.getState().messages
  /** What storage has, in its order. */
  const stored = () => [...fake.messages.values()].toSorted((a, b) => a.position - b.position)
  return { ...fake, shown, stored }
}

const contents = (records: readonly object[]) =>
  records.map((record) => 'message' in record && (record.message as Message).content)

test('an edited request replaces model, settings and messages, also in storage', async () => {
  const { chat, shown, stored, conversations, sent } = await chatWith(user('one'), user('two'))
  const [first] = shown()
  applyRequest(chat, {
    model: 'large',
    settings: { n: 2 },
    messages: [user('one'), user('changed'), user('three')],
  })
  await settled()
  expect(shown()[0]).toBe(first)
  expect(contents(shown())).toEqual(['one', 'changed', 'three'])
  expect(stored()).toEqual(shown())
  const { conversation } = chat.conversation.getState()
  expect(conversation).toMatchObject({ model: 'large', settings: { n: 2 } })
  expect(conversations.get(conversation.id)).toEqual(conversation)
  expect(sent).toEqual([])
})

test('a message that was taken out leaves storage, and comes back with the undo', async () => {
  const { chat, shown, stored } = await chatWith(user('one'), user('two'), user('three'))
  const before = shown()
  const undo = applyRequest(chat, {
    model: 'small',
    settings: {},
    messages: [user('one'), user('three')],
  })
  await settled()
  expect(contents(stored())).toEqual(['one', 'three'])
  undo()
  await settled()
  expect(shown()).toEqual(before)
  expect(stored()).toEqual(before)
})

test('the undo takes back model and settings, and removes what was added', async () => {
  const { chat, shown, stored } = await chatWith(user('one'))
  const before = shown()
  const undo = applyRequest(chat, {
    model: 'large',
    settings: { n: 2 },
    messages: [user('changed'), user('added')],
  })
  await settled()
  expect(stored()).toHaveLength(2)
  undo()
  await settled()
  expect(chat.conversation.getState().conversation).toMatchObject({
    model: 'small',
    settings: { temperature: 0.5 },
  })
  expect(shown()).toEqual(before)
  expect(stored()).toEqual(before)
})

test('the undo leaves another conversation that is shown by then alone', async () => {
  const { chat, stored } = await chatWith(user('one'))
  const undo = applyRequest(chat, { model: 'large', settings: {}, messages: [user('changed')] })
  await settled()
  startConversation(chat)
  const other = chat.conversation.getState()
  undo()
  await settled()
  expect(chat.conversation.getState()).toEqual(other)
  expect(contents(stored())).toEqual(['changed'])
})

test('the tools that servers add to a request stay theirs when it is applied', async () => {
  const { chat } = await chatWith(user('one'))
  addToolSource(chat.toolSources, fakeServer().source)
  setConversationTools(chat, { sources: ['weather'] })
  const { conversation } = chat.conversation.getState()
  const settings = requestSettings(conversation, chat.toolSources.getState().list)
  expect(settings).toHaveProperty('tools.0.function.name', 'get_weather')
  applyRequest(chat, { model: 'small', settings, messages: [user('one')] })
  expect(chat.conversation.getState().conversation.settings).toEqual({ temperature: 0.5 })
  const own = { type: 'function', function: { name: 'mine' } }
  const more = {
    ...settings,
    tools: [own, ...(Array.isArray(settings['tools']) ? settings['tools'] : [])],
  }
  applyRequest(chat, { model: 'small', settings: more, messages: [user('one')] })
  expect(chat.conversation.getState().conversation.settings).toEqual({
    temperature: 0.5,
    tools: [own],
  })
})
