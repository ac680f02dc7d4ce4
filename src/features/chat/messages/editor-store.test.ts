import 'fake-indexeddb/auto'
import { beforeEach, describe, expect, test } from 'vitest'

import type { Message } from '../../../../contract/chat/messages.ts'
import { messagesOf } from '../../../core/chat/request/request-body.ts'
import { answered, written } from '../../../core/chat/testing/records.ts'
import {
  shownVersion,
  type MessageRecord,
} from '../../../core/storage/conversations/conversation.ts'
import { loadConversation } from '../../../core/storage/conversations/conversations.ts'
import {
  conversationStore,
  startConversation,
  writesSettled,
} from '../conversation/conversation-store.ts'
import {
  cancelEdit,
  changeAnswerText,
  changeFields,
  changeJson,
  closeEditor,
  closeEditors,
  editorStore,
  openEditor,
} from './editor-store.ts'

function show(...records: MessageRecord[]): string {
  startConversation()
  const { id } = conversationStore.getState().conversation
  conversationStore.setState({ messages: records.map((one) => ({ ...one, conversationId: id })) })
  return id
}

const sent = () => messagesOf(conversationStore.getState().messages)

function type(id: string, message: Message, text: string): void {
  changeFields(id, { message, texts: [text] })
}

beforeEach(() => editorStore.setState({ open: {} }))

describe('what is typed in an open editor', () => {
  test.each(['system', 'developer', 'user', 'assistant'] as const)(
    'is what is sent of a %s message, without a press on Save',
    (role) => {
      const message: Message = { role, content: '' }
      const record = written(message)
      show(record)
      openEditor(record.id)
      type(record.id, message, 'Be terse.')
      expect(sent()).toEqual([{ role, content: 'Be terse.' }])
    },
  )

  test('is what is sent of a tool message, with the call it answers', () => {
    const message: Message = { role: 'tool', content: '', tool_call_id: '' }
    const record = written(message)
    show(record)
    openEditor(record.id)
    type(record.id, { ...message, tool_call_id: 'call_1' }, '21 °C')
    expect(sent()).toEqual([{ role: 'tool', content: '21 °C', tool_call_id: 'call_1' }])
  })

  test('is what is sent of an answer, as one more version', () => {
    const record = answered({ content: 'As it came' })
    show(record)
    openEditor(record.id)
    changeAnswerText(record.id, 'As it')
    changeAnswerText(record.id, 'As it should be')
    expect(sent()).toEqual([{ role: 'assistant', content: 'As it should be' }])
    const [now] = conversationStore.getState().messages
    expect(now?.kind === 'answer' && now.versions.map(({ origin }) => origin)).toEqual([
      undefined,
      'edited',
    ])
  })

  test('is stored as it is typed', async () => {
    const message: Message = { role: 'user', content: 'One' }
    const record = written(message)
    const id = show(record)
    openEditor(record.id)
    type(record.id, message, 'Two')
    await writesSettled()
    const stored = await loadConversation(id)
    expect(messagesOf(stored?.messages ?? [])).toEqual([{ role: 'user', content: 'Two' }])
  })

  test('is what is sent as JSON, once it is a message', () => {
    const record = written({ role: 'user', content: 'One' })
    show(record)
    openEditor(record.id)
    changeJson(record.id, '{"role":"user","content":"Two","name":"Ada"')
    expect(sent()).toEqual([{ role: 'user', content: 'One' }])
    changeJson(record.id, '{"role":"user","content":"Two","name":"Ada"}')
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
    openEditor(record.id)
    changeFields(record.id, { message, texts: ['', 'Two'] })
    expect(sent()).toEqual([{ role: 'user', content: [{ type: 'text', text: 'Two' }] }])
    changeFields(record.id, { message, texts: ['New', 'Two'] })
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
    openEditor(record.id)
    type(record.id, message, 'Two')
    cancelEdit(record.id)
    expect(sent()).toEqual([message])
    expect(editorStore.getState().open).toEqual({})
  })

  test('takes a message away again that was never written', () => {
    const message: Message = { role: 'system', content: '' }
    const record = written(message)
    show(record)
    openEditor(record.id)
    type(record.id, message, 'Be')
    cancelEdit(record.id)
    expect(conversationStore.getState().messages).toEqual([])
  })

  test('takes the version of an answer away again, and shows the one before', () => {
    const record = answered({ content: 'As it came' })
    show(record)
    openEditor(record.id)
    changeAnswerText(record.id, 'Changed')
    cancelEdit(record.id)
    const [now] = conversationStore.getState().messages
    expect(now?.kind === 'answer' && now.versions).toHaveLength(1)
    expect(now?.kind === 'answer' && shownVersion(now)?.answer.choices[0]?.content).toBe(
      'As it came',
    )
  })

  test('puts a message back after a reload too', () => {
    const message: Message = { role: 'user', content: 'One' }
    const record = written(message)
    show(record)
    openEditor(record.id)
    type(record.id, message, 'Two')
    const left = editorStore.getState().open[record.id]
    editorStore.setState({ open: {} })
    openEditor(record.id, left)
    cancelEdit(record.id)
    expect(sent()).toEqual([message])
  })
})

describe('closing the editors before a request', () => {
  test('leaves what was typed and takes away what is empty', () => {
    const user: Message = { role: 'user', content: 'One' }
    const system: Message = { role: 'system', content: '' }
    const records = [written(system), written(user)]
    show(...records)
    for (const { id } of records) openEditor(id)
    type(records[1]?.id ?? '', user, 'Two')
    expect(closeEditors()).toEqual([])
    expect(sent()).toEqual([{ role: 'user', content: 'Two' }])
    expect(editorStore.getState().open).toEqual({})
  })

  test('error: tells what cannot be sent, and leaves it as it is', () => {
    const record = written({ role: 'user', content: 'One' })
    show(record)
    openEditor(record.id)
    changeJson(record.id, '{"role":"user"')
    expect(closeEditors()).toMatchObject([
      { message: expect.stringMatching(/^The user message is edited as JSON/) as string },
    ])
    expect(editorStore.getState().open[record.id]?.json).toBe('{"role":"user"')
  })

  test('leaves the editors of other conversations alone', () => {
    const other = written({ role: 'user', content: 'One' })
    show(other)
    openEditor(other.id)
    changeJson(other.id, '{')
    show(written({ role: 'user', content: 'Two' }))
    expect(closeEditors()).toEqual([])
    expect(editorStore.getState().open[other.id]?.json).toBe('{')
  })

  test('a message that was emptied goes when its editor is closed', () => {
    const message: Message = { role: 'user', content: 'One' }
    const record = written(message)
    show(record)
    openEditor(record.id)
    type(record.id, message, '')
    closeEditor(record.id)
    expect(conversationStore.getState().messages).toEqual([])
  })
})
