import 'fake-indexeddb/auto'
import { beforeEach, describe, expect, test } from 'vitest'

import type { Message } from '../../../../contract/chat/messages.ts'
import { shownVersion, type MessageRecord } from '../../storage/conversations/conversation.ts'
import { loadConversation } from '../../storage/conversations/conversations.ts'
import { startConversation } from '../conversation/current-conversation.ts'
import { messagesOf } from '../request/request-body.ts'
import { storedChat } from '../testing/fake-world.ts'
import { answered, written } from '../testing/records.ts'
import {
  cancelEdit,
  changeAnswerText,
  changeFields,
  changeJson,
  closeEditor,
  closeEditors,
  editLastMessage,
  openEditor,
} from './message-editors.ts'

const chat = storedChat()

function show(...records: MessageRecord[]): string {
  startConversation(chat)
  const { id } = chat.conversation.getState().conversation
  chat.conversation.setState({ messages: records.map((one) => ({ ...one, conversationId: id })) })
  return id
}

const sent = () => messagesOf(chat.conversation.getState().messages)

function type(id: string, message: Message, text: string): void {
  changeFields(chat, id, { message, texts: [text] })
}

beforeEach(() => chat.editors.setState({ open: {} }))

test('the last user message is edited, whatever came after it', () => {
  const [first, last] = [
    written({ role: 'user', content: 'One' }),
    written({ role: 'user', content: 'Two' }),
  ]
  show(first, last, written({ role: 'assistant', content: 'Three' }))
  editLastMessage(chat)
  expect(Object.keys(chat.editors.getState().open)).toEqual([last.id])
})

test('without a user message there is nothing to edit', () => {
  show(written({ role: 'system', content: 'Be terse.' }))
  editLastMessage(chat)
  expect(chat.editors.getState().open).toEqual({})
})

describe('what is typed in an open editor', () => {
  test.each(['system', 'developer', 'user', 'assistant'] as const)(
    'is what is sent of a %s message, without a press on Save',
    (role) => {
      const message: Message = { role, content: '' }
      const record = written(message)
      show(record)
      openEditor(chat, record.id)
      type(record.id, message, 'Be terse.')
      expect(sent()).toEqual([{ role, content: 'Be terse.' }])
    },
  )

  test('is what is sent of a tool message, with the call it answers', () => {
    const message: Message = { role: 'tool', content: '', tool_call_id: '' }
    const record = written(message)
    show(record)
    openEditor(chat, record.id)
    type(record.id, { ...message, tool_call_id: 'call_1' }, '21 °C')
    expect(sent()).toEqual([{ role: 'tool', content: '21 °C', tool_call_id: 'call_1' }])
  })

  test('is what is sent of an answer, as one more version', () => {
    const record = answered({ content: 'As it came' })
    show(record)
    openEditor(chat, record.id)
    changeAnswerText(chat, record.id, 'As it')
    changeAnswerText(chat, record.id, 'As it should be')
    expect(sent()).toEqual([{ role: 'assistant', content: 'As it should be' }])
    const [now] = chat.conversation.getState().messages
    expect(now?.kind === 'answer' && now.versions.map(({ origin }) => origin)).toEqual([
      undefined,
      'edited',
    ])
  })

  test('is stored as it is typed', async () => {
    const message: Message = { role: 'user', content: 'One' }
    const record = written(message)
    const id = show(record)
    openEditor(chat, record.id)
    type(record.id, message, 'Two')
    await chat.writer.settled()
    const stored = await loadConversation(id)
    expect(messagesOf(stored?.messages ?? [])).toEqual([{ role: 'user', content: 'Two' }])
  })

  test('is what is sent as JSON, once it is a message', () => {
    const record = written({ role: 'user', content: 'One' })
    show(record)
    openEditor(chat, record.id)
    changeJson(chat, record.id, '{"role":"user","content":"Two","name":"Ada"')
    expect(sent()).toEqual([{ role: 'user', content: 'One' }])
    changeJson(chat, record.id, '{"role":"user","content":"Two","name":"Ada"}')
    expect(sent()).toEqual([{ role: 'user', content: 'Two', name: 'Ada' }])
  })

  test('keeps a text part that is emptied and filled again', () => {
    const message: Message = {
      role: 'user',
      content: [
        { type: 'text', text: 'One' },
        { type: 'text', text: 'Two' },
      ],
    }
    const record = written(message)
    show(record)
    openEditor(chat, record.id)
    changeFields(chat, record.id, { message, texts: ['', 'Two'] })
    expect(sent()).toEqual([{ role: 'user', content: [{ type: 'text', text: 'Two' }] }])
    changeFields(chat, record.id, { message, texts: ['New', 'Two'] })
    expect(sent()).toEqual([
      {
        role: 'user',
        content: [
          { type: 'text', text: 'New' },
          { type: 'text', text: 'Two' },
        ],
      },
    ])
  })
})

describe('cancel', () => {
  test('puts a message back as it was', () => {
    const message: Message = { role: 'user', content: 'One' }
    const record = written(message)
    show(record)
    openEditor(chat, record.id)
    type(record.id, message, 'Two')
    cancelEdit(chat, record.id)
    expect(sent()).toEqual([message])
    expect(chat.editors.getState().open).toEqual({})
  })

  test('takes a message away again that was never written', () => {
    const message: Message = { role: 'system', content: '' }
    const record = written(message)
    show(record)
    openEditor(chat, record.id)
    type(record.id, message, 'Be')
    cancelEdit(chat, record.id)
    expect(chat.conversation.getState().messages).toEqual([])
  })

  test('takes the version of an answer away again, and shows the one before', () => {
    const record = answered({ content: 'As it came' })
    show(record)
    openEditor(chat, record.id)
    changeAnswerText(chat, record.id, 'Changed')
    cancelEdit(chat, record.id)
    const [now] = chat.conversation.getState().messages
    expect(now?.kind === 'answer' && now.versions).toHaveLength(1)
    expect(now?.kind === 'answer' && shownVersion(now)?.answer.choices[0]?.content).toBe(
      'As it came',
    )
  })

  test('puts a message back after a reload too', () => {
    const message: Message = { role: 'user', content: 'One' }
    const record = written(message)
    show(record)
    openEditor(chat, record.id)
    type(record.id, message, 'Two')
    const left = chat.editors.getState().open[record.id]
    chat.editors.setState({ open: {} })
    openEditor(chat, record.id, left)
    cancelEdit(chat, record.id)
    expect(sent()).toEqual([message])
  })
})

describe('closing the editors before a request', () => {
  test('leaves what was typed and takes away what is empty', () => {
    const user: Message = { role: 'user', content: 'One' }
    const system: Message = { role: 'system', content: '' }
    const records = [written(system), written(user)]
    show(...records)
    for (const { id } of records) openEditor(chat, id)
    type(records[1]?.id ?? '', user, 'Two')
    expect(closeEditors(chat)).toEqual([])
    expect(sent()).toEqual([{ role: 'user', content: 'Two' }])
    expect(chat.editors.getState().open).toEqual({})
  })

  test('error: tells what cannot be sent, and leaves it as it is', () => {
    const record = written({ role: 'user', content: 'One' })
    show(record)
    openEditor(chat, record.id)
    changeJson(chat, record.id, '{"role":"user"')
    expect(closeEditors(chat)).toMatchObject([
      { message: expect.stringMatching(/^The user message is edited as JSON/) as string },
    ])
    expect(chat.editors.getState().open[record.id]?.json).toBe('{"role":"user"')
  })

  test('leaves the editors of other conversations alone', () => {
    const other = written({ role: 'user', content: 'One' })
    show(other)
    openEditor(chat, other.id)
    changeJson(chat, other.id, '{')
    show(written({ role: 'user', content: 'Two' }))
    expect(closeEditors(chat)).toEqual([])
    expect(chat.editors.getState().open[other.id]?.json).toBe('{')
  })

  test('a message that was emptied goes when its editor is closed', () => {
    const message: Message = { role: 'user', content: 'One' }
    const record = written(message)
    show(record)
    openEditor(chat, record.id)
    type(record.id, message, '')
    closeEditor(chat, record.id)
    expect(chat.conversation.getState().messages).toEqual([])
  })
})
