import { expect, test } from 'vitest'

import type { Message } from '../../../../contract/chat/messages.ts'
import { addMessage } from '../conversation/authored-messages.ts'
import { setModel, setSettings, startConversation } from '../conversation/current-conversation.ts'
import { fakeChat } from '../testing/fake-world.ts'
import { applySetup, currentSetup, setupChanges, setupKey } from './current-setup.ts'

function chatWith(...messages: Message[]) {
  const { chat, sent } = fakeChat()
  setModel(chat, 'small')
  setSettings(chat, { temperature: 0.5 })
  for (const message of messages) addMessage(chat, message)
  const roles = () =>
    chat.conversation
      .getState()
      .messages.map((record) => (record.kind === 'written' ? record.message.role : 'answer'))
  return { chat, sent, roles }
}

const user: Message = { role: 'user', content: 'Hello?' }
const system: Message = { role: 'system', content: 'Be brief.' }

test('the setup has the model, the settings and the system message where there is one', () => {
  expect(currentSetup(chatWith(user).chat)).toEqual({
    model: 'small',
    settings: { temperature: 0.5 },
  })
  expect(currentSetup(chatWith(system, user).chat)).toEqual({
    model: 'small',
    settings: { temperature: 0.5 },
    system: 'Be brief.',
  })
})

test('messages leave the key as it is, a setting changes it', () => {
  const { chat } = chatWith(system)
  const before = setupKey(chat)
  addMessage(chat, user)
  expect(setupKey(chat)).toBe(before)
  setSettings(chat, { temperature: 0.6 })
  expect(setupKey(chat)).not.toBe(before)
})

test('what would change is listed, what stays is not', () => {
  const current = { model: 'small', settings: { temperature: 0.5, n: 2 } }
  const next = { model: 'large', settings: { n: 2, top_p: 1 } }
  expect(setupChanges(current, next)).toEqual([
    { field: 'model', before: 'small', after: 'large', known: true },
    { field: 'top_p', after: '1', known: true },
    { field: 'temperature', before: '0.5', known: true },
  ])
  expect(setupChanges(current, current)).toEqual([])
})

test('a system message is listed only where it becomes another one', () => {
  const bare = { model: 'small', settings: {} }
  const brief = { ...bare, system: 'Be brief.' }
  const field = 'system message'
  expect(setupChanges(brief, bare)).toEqual([])
  expect(setupChanges(brief, brief)).toEqual([])
  expect(setupChanges(bare, brief)).toEqual([{ field, after: 'Be brief.', known: true }])
  expect(setupChanges(brief, { ...bare, system: 'Be long.' })).toEqual([
    { field, before: 'Be brief.', after: 'Be long.', known: true },
  ])
})

test('a setup is applied without sending anything, and its undo restores the one before', () => {
  const { chat, sent } = chatWith(system, user)
  const before = currentSetup(chat)
  const next = { model: 'large', settings: { n: 2 }, system: 'Be long.' }
  const undo = applySetup(chat, next)
  expect(currentSetup(chat)).toEqual(next)
  undo()
  expect(currentSetup(chat)).toEqual(before)
  expect(sent).toEqual([])
})

test('a setup without a system message leaves the present one', () => {
  const { chat } = chatWith(system, user)
  const undo = applySetup(chat, { model: 'large', settings: {} })
  expect(currentSetup(chat).system).toBe('Be brief.')
  undo()
  expect(currentSetup(chat)).toMatchObject({ model: 'small', system: 'Be brief.' })
})

test('a system message is put first where there was none, and goes again with the undo', () => {
  const { chat, roles } = chatWith(user)
  const undo = applySetup(chat, { model: 'large', settings: {}, system: 'Be long.' })
  expect(roles()).toEqual(['system', 'user'])
  undo()
  expect(roles()).toEqual(['user'])
})

test('an empty system message takes the present one away until it is undone', () => {
  const { chat, roles } = chatWith(system, user)
  const undo = applySetup(chat, { model: 'large', settings: {}, system: '' })
  expect(roles()).toEqual(['user'])
  undo()
  expect(roles()).toEqual(['system', 'user'])
  expect(currentSetup(chat).system).toBe('Be brief.')
})

test('an undo leaves a conversation alone that was opened meanwhile', () => {
  const { chat } = fakeChat()
  const undo = applySetup(chat, { model: 'large', settings: { top_p: 0.5 } })
  startConversation(chat)
  setModel(chat, 'other')
  undo()
  expect(currentSetup(chat).model).toBe('other')
})

test('behavior: a new chat is clean of what an import brought, its model with it', () => {
  const { chat } = chatWith()
  applySetup(chat, { model: 'gpt', settings: { max_tokens: -5, streaming: true } })
  startConversation(chat)
  expect(currentSetup(chat)).toEqual({ model: 'small', settings: { stream: true } })
})

test('behavior: a new chat keeps the model that a person chose after an import', () => {
  const { chat } = chatWith()
  applySetup(chat, { model: 'gpt', settings: {} })
  setModel(chat, 'chosen')
  startConversation(chat)
  expect(currentSetup(chat).model).toBe('chosen')
})
