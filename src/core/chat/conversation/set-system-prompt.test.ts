import 'fake-indexeddb/auto'
import { beforeEach, expect, test } from 'vitest'

import type { MessageRecord } from '../../storage/conversations/conversation.ts'
import { loadConversation } from '../../storage/conversations/conversations.ts'
import { closeEditors } from '../editors/message-editors.ts'
import { messagesOf } from '../request/request-body.ts'
import { storedChat } from '../testing/fake-world.ts'
import { written } from '../testing/records.ts'
import { setSystemPrompt } from './authored-messages.ts'
import { systemPromptOf } from './conversation-state.ts'
import { openConversation, startConversation } from './current-conversation.ts'

const chat = storedChat()

const { getState, setState } = chat.conversation
const sent = () => messagesOf(getState().messages)

function show(...records: MessageRecord[]): void {
  const { id } = getState().conversation
  setState({ messages: records.map((one) => ({ ...one, conversationId: id })) })
}

beforeEach(() => {
  setState({ messages: [written({ role: 'user', content: 'other' })] })
  startConversation(chat)
})

test('what is typed is the first message that is sent', () => {
  show(written({ role: 'user', content: 'Hi' }))
  setSystemPrompt(chat, 'Be')
  setSystemPrompt(chat, 'Be terse.')
  expect(sent()).toEqual([
    { role: 'system', content: 'Be terse.' },
    { role: 'user', content: 'Hi' },
  ])
  expect(systemPromptOf(getState().messages)).toBe('Be terse.')
})

test('it is stored as it is typed', async () => {
  setSystemPrompt(chat, 'Be terse.')
  await chat.writer.settled()
  const stored = await loadConversation(getState().conversation.id)
  expect(systemPromptOf(stored?.messages ?? [])).toBe('Be terse.')
})

test('behavior: what was typed last is there after a reload in the middle of a word', async () => {
  show(written({ role: 'user', content: 'Hi' }))
  for (const text of ['B', 'Be', 'Be t', 'Be te']) setSystemPrompt(chat, text)
  const { id } = getState().conversation
  await chat.writer.settled()
  const reloaded = storedChat()
  await openConversation(reloaded, id)
  expect(systemPromptOf(reloaded.conversation.getState().messages)).toBe('Be te')
})

test('an empty one is not sent', () => {
  setSystemPrompt(chat, 'Be terse.')
  setSystemPrompt(chat, '')
  expect(sent()).toEqual([])
})

test('one of blanks is not sent', () => {
  setSystemPrompt(chat, ' \n')
  closeEditors(chat)
  expect(sent()).toEqual([])
})

test('other members of the system message stay', () => {
  show(written({ role: 'system', name: 'house', content: 'Be terse.' }))
  setSystemPrompt(chat, 'Be kind.')
  expect(sent()).toEqual([{ role: 'system', name: 'house', content: 'Be kind.' }])
})

test('a system message further down, or of several parts, is a message like others', () => {
  const parts = written({ role: 'system', content: [{ type: 'text', text: 'One' }] })
  const later = written({ role: 'system', content: 'Two' })
  show(parts, later)
  expect(systemPromptOf(getState().messages)).toBeUndefined()
  setSystemPrompt(chat, 'Zero')
  expect(sent().map(({ content }) => content)).toEqual([
    'Zero',
    [{ type: 'text', text: 'One' }],
    'Two',
  ])
})
