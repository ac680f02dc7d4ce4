import { describe, expect, test } from 'vitest'

import { addMessage } from '../conversation/authored-messages.ts'
import {
  openConversation,
  setModel,
  startConversation,
} from '../conversation/current-conversation.ts'
import { sendMessages } from '../responses/send-messages.ts'
import { fakeChat, settled, type FakeChat, type Fault } from '../testing/fake-world.ts'
import { restoreDeleted, syncConversation, syncMessages, syncReturn } from './sync-conversation.ts'

const HELLO = { role: 'user', content: 'Hello?' } as const

/** A chat that shows a stored conversation of one message, and keeps it in step with other tabs. */
async function showing(faults: readonly Fault[] = []): Promise<FakeChat> {
  const fake = fakeChat({ faults })
  addMessage(fake.chat, HELLO)
  await settled()
  syncConversation(fake.chat)
  await settled()
  return fake
}

const shown = ({ chat }: FakeChat) => chat.conversation.getState()

/** Another tab deletes everything, and says so. */
function deleteElsewhere(fake: FakeChat): () => void {
  const [conversations, messages] = [new Map(fake.conversations), new Map(fake.messages)]
  fake.conversations.clear()
  fake.messages.clear()
  fake.elsewhere()
  return () => {
    for (const [id, conversation] of conversations) fake.conversations.set(id, conversation)
    for (const [id, message] of messages) fake.messages.set(id, message)
    fake.elsewhere()
  }
}

describe('a conversation that another tab deletes', () => {
  test('is shown as deleted, in full, and is stored again when it is kept', async () => {
    const fake = await showing()
    deleteElsewhere(fake)
    await settled()
    expect(shown(fake)).toMatchObject({ status: 'deleted', messages: [{ message: HELLO }] })
    await restoreDeleted(fake.chat)
    expect(shown(fake)).toMatchObject({ status: 'ready', unsaved: false })
    expect(fake.conversations.size).toBe(1)
    expect(fake.messages.size).toBe(1)
  })

  test('error: kept where it cannot be stored, it is said to be unsaved', async () => {
    const fake = await showing([{ call: 'saveChanges', n: 2, how: 'throws' }])
    deleteElsewhere(fake)
    await settled()
    await restoreDeleted(fake.chat)
    expect(shown(fake)).toMatchObject({ status: 'ready', unsaved: true })
    fake.chat.writer.retryUnsaved()
    await settled()
    expect(shown(fake).unsaved).toBe(false)
    expect(fake.messages.size).toBe(1)
  })

  test('behavior: is seen through to the end of the answer that comes here', async () => {
    const fake = fakeChat({ faults: [{ call: 'body', n: 2, how: 'late' }] })
    syncConversation(fake.chat)
    sendMessages(fake.chat, fake.connection, [HELLO])
    await settled()
    deleteElsewhere(fake)
    await settled()
    expect(shown(fake).status).toBe('ready')
    fake.release()
    await settled()
    expect(shown(fake)).toMatchObject({
      status: 'deleted',
      messages: [{}, { versions: [{ answer: { phase: 'finished' } }] }],
    })
    expect(fake.messages.size).toBe(0)
  })

  test('behavior: gets no message that was meant for it, and the form keeps it', async () => {
    const fake = await showing()
    deleteElsewhere(fake)
    await settled()
    const [issue] = sendMessages(fake.chat, fake.connection, [HELLO])
    expect(issue?.message).toMatch(/no longer open/)
    expect(fake.sent).toEqual([])
  })

  test('behavior: is whole again once the other tab undoes it', async () => {
    const fake = await showing()
    const undo = deleteElsewhere(fake)
    await settled()
    syncReturn(fake.chat)
    await settled()
    undo()
    await settled()
    expect(shown(fake)).toMatchObject({ status: 'ready', messages: [{ message: HELLO }] })
  })

  test('behavior: is not taken for deleted where it could not be looked up', async () => {
    const fake = await showing([{ call: 'findConversation', n: 1, how: 'throws' }])
    deleteElsewhere(fake)
    await settled()
    expect(shown(fake).status).toBe('ready')
  })

  test('behavior: is not taken for deleted when another was opened meanwhile', async () => {
    const fake = await showing([{ call: 'findConversation', n: 1, how: 'late' }])
    deleteElsewhere(fake)
    await settled()
    startConversation(fake.chat)
    addMessage(fake.chat, HELLO)
    fake.release()
    await settled()
    expect(shown(fake).status).toBe('ready')
  })
})

test('what another tab sets is taken over, unless something was set here meanwhile', async () => {
  const fake = await showing([{ call: 'findConversation', n: 2, how: 'late' }])
  const { conversation } = shown(fake)
  const later = { ...conversation, updatedAt: conversation.updatedAt + 1, model: 'theirs' }
  fake.conversations.set(conversation.id, later)
  fake.elsewhere()
  await settled()
  expect(shown(fake).conversation.model).toBe('theirs')
  fake.conversations.set(conversation.id, { ...later, updatedAt: later.updatedAt + 1 })
  fake.elsewhere()
  await settled()
  setModel(fake.chat, 'ours')
  fake.release()
  await settled()
  expect(shown(fake).conversation.model).toBe('ours')
  expect(fake.conversations.get(conversation.id)?.model).toBe('ours')
})

describe('opening a conversation', () => {
  const stored = async (faults: readonly Fault[]) => {
    const fake = fakeChat({ faults })
    addMessage(fake.chat, HELLO)
    await settled()
    const { id } = shown(fake).conversation
    startConversation(fake.chat)
    return { fake, id }
  }

  test('behavior: shows the last that was opened, whichever was read first', async () => {
    const { fake, id } = await stored([{ call: 'loadConversation', n: 1, how: 'late' }])
    const first = openConversation(fake.chat, id)
    await settled()
    await openConversation(fake.chat, 'another')
    fake.release()
    await first
    expect(shown(fake)).toMatchObject({ conversation: { id: 'another' }, status: 'missing' })
    await openConversation(fake.chat, id)
    expect(shown(fake)).toMatchObject({ status: 'ready', messages: [{ message: HELLO }] })
  })

  test('behavior: keeps what is written while it is read a second time', async () => {
    const { fake, id } = await stored([{ call: 'loadConversation', n: 2, how: 'late' }])
    const opening = [
      openConversation(fake.chat, id),
      openConversation(fake.chat, 'another'),
      openConversation(fake.chat, id),
    ]
    await settled()
    addMessage(fake.chat, { role: 'user', content: 'More' })
    fake.release()
    await Promise.all(opening)
    await settled()
    expect(shown(fake).messages).toHaveLength(2)
    expect(fake.messages.size).toBe(2)
  })

  test.each(['loadStorage', 'loadConversation'])(
    'error: tries again the next time it is opened when %s throws',
    async (call) => {
      const { fake, id } = await stored([
        { call, n: call === 'loadStorage' ? 2 : 1, how: 'throws' },
      ])
      await openConversation(fake.chat, id)
      expect(shown(fake).status).toBe('unreadable')
      startConversation(fake.chat)
      await openConversation(fake.chat, id)
      expect(shown(fake)).toMatchObject({ status: 'ready', messages: [{ message: HELLO }] })
    },
  )

  test('error: is read again where it stands when it could not be read', async () => {
    const { fake, id } = await stored([{ call: 'loadConversation', n: 1, how: 'throws' }])
    await openConversation(fake.chat, id)
    await openConversation(fake.chat, id)
    expect(shown(fake)).toMatchObject({ status: 'ready', messages: [{ message: HELLO }] })
  })

  test('error: shows no part of what is stored for the whole', async () => {
    const { fake, id } = await stored([
      { call: 'saveChanges', n: 2, how: 'throws' },
      { call: 'loadConversation', n: 2, how: 'throws' },
    ])
    await openConversation(fake.chat, id)
    addMessage(fake.chat, { role: 'user', content: 'Not stored yet' })
    await settled()
    startConversation(fake.chat)
    await openConversation(fake.chat, id)
    expect(shown(fake)).toMatchObject({ status: 'unreadable', messages: [] })
    await openConversation(fake.chat, id)
    expect(shown(fake).messages).toHaveLength(2)
  })

  test('error: shows what was never stored, though nothing can be read', async () => {
    const fake = fakeChat({
      faults: [
        { call: 'saveChanges', n: 1, how: 'throws' },
        { call: 'loadConversation', n: 1, how: 'throws' },
      ],
    })
    addMessage(fake.chat, HELLO)
    await settled()
    const { id } = shown(fake).conversation
    startConversation(fake.chat)
    await openConversation(fake.chat, id)
    expect(shown(fake)).toMatchObject({ status: 'ready', messages: [{ message: HELLO }] })
  })
})

test('what another tab says of a message stops being heard when the screen goes', async () => {
  const fake = await showing()
  const stop = syncMessages(fake.chat)
  stop()
  await settled()
  const [record] = shown(fake).messages
  if (record?.kind !== 'written') throw new Error('there is a message')
  fake.messages.set(record.id, { ...record, message: { role: 'user', content: 'Theirs' } })
  fake.elsewhere({ id: record.id, conversationId: record.conversationId })
  await settled()
  expect(shown(fake).messages[0]).toMatchObject({ message: HELLO })
})
