import 'fake-indexeddb/auto'
import { beforeEach, expect, test } from 'vitest'

import { systemPromptOf } from '../../../core/chat/conversation/system-prompt.ts'
import { messagesOf } from '../../../core/chat/request/request-body.ts'
import { written } from '../../../core/chat/testing/records.ts'
import type { MessageRecord } from '../../../core/storage/conversations/conversation.ts'
import { loadConversation } from '../../../core/storage/conversations/conversations.ts'
import { closeEditors } from '../messages/editor-store.ts'
import { conversationStore, startConversation, writesSettled } from './conversation-store.ts'
import { setSystemPrompt } from './set-system-prompt.ts'

const { getState, setState } = conversationStore
const sent = () => messagesOf(getState().messages)

function show(...records: MessageRecord[]): void {
  const { id } = getState().conversation
  setState({ messages: records.map((one) => ({ ...one, conversationId: id })) })
}

beforeEach(() => {
  setState({ messages: [written({ role: 'user', content: 'other' })] })
  startConversation()
})

test('what is typed is the first message that is sent', () => {
  show(written({ role: 'user', content: 'Hi' }))
  setSystemPrompt('Be')
  setSystemPrompt('Be terse.')
  expect(sent()).toEqual([
    { role: 'system', content: 'Be terse.' },
    { role: 'user', content: 'Hi' },
  ])
  expect(systemPromptOf(getState().messages)).toBe('Be terse.')
})

test('it is stored as it is typed', async () => {
  setSystemPrompt('Be terse.')
  await writesSettled()
  const stored = await loadConversation(getState().conversation.id)
  expect(systemPromptOf(stored?.messages ?? [])).toBe('Be terse.')
})

test('an empty one is not sent', () => {
  setSystemPrompt('Be terse.')
  setSystemPrompt('')
  expect(sent()).toEqual([])
})

test('one of blanks is not sent', () => {
  setSystemPrompt(' \n')
  closeEditors()
  expect(sent()).toEqual([])
})

test('other members of the system message stay', () => {
  show(written({ role: 'system', name: 'house', content: 'Be terse.' }))
  setSystemPrompt('Be kind.')
  expect(sent()).toEqual([{ role: 'system', name: 'house', content: 'Be kind.' }])
})

test('a system message further down, or of several parts, is a message like others', () => {
  const parts = written({ role: 'system', content: [{ type: 'text', text: 'One' }] })
  const later = written({ role: 'system', content: 'Two' })
  show(parts, later)
  expect(systemPromptOf(getState().messages)).toBeUndefined()
  setSystemPrompt('Zero')
  expect(sent().map(({ content }) => content)).toEqual([
    'Zero',
    [{ type: 'text', text: 'One' }],
    'Two',
  ])
})
