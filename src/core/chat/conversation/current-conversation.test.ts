import 'fake-indexeddb/auto'
import fc from 'fast-check'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'

import type { AnswerMessage } from '../../storage/conversations/conversation.ts'
import { loadConversation, restoreConversation } from '../../storage/conversations/conversations.ts'
import { deleteAllConversations } from '../../storage/conversations/delete-conversations.ts'
import { storedChat } from '../testing/fake-world.ts'
import { answered } from '../testing/records.ts'
import { addAnswer, addVersion, saveProgress, updateVersion } from './answer-versions.ts'
import { addMessage, removeMessage } from './authored-messages.ts'
import type { ConversationState } from './conversation-state.ts'
import { openConversation, setModel, startConversation } from './current-conversation.ts'

const chat = storedChat()

const { getState } = chat.conversation

const stored = {
  conversation: {
    id: 'stored',
    title: 'Of old',
    createdAt: 1,
    updatedAt: 1,
    model: 'sandbox-fast',
    settings: { temperature: 0.5 },
  },
  messages: [
    {
      kind: 'written' as const,
      id: 'old',
      conversationId: 'stored',
      position: 1,
      message: { role: 'user' as const, content: 'Hello' },
    },
  ],
}

/** Nothing more can be written until this is undone. */
function fillDisk(): () => void {
  const put = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
    throw new DOMException('no room', 'QuotaExceededError')
  })
  return () => put.mockRestore()
}

const texts = () =>
  getState().messages.map((record) => record.kind === 'written' && record.message.content)

beforeEach(async () => {
  await deleteAllConversations()
  await restoreConversation(stored)
  startConversation(chat)
})

afterEach(async () => {
  vi.restoreAllMocks()
  await chat.writer.settled()
})

it('leaves the next conversation as it is when a write of the one before failed', async () => {
  const freeDisk = fillDisk()
  addMessage(chat, { role: 'user', content: 'A large photo' })
  const version = answered({ content: 'I see' }).versions[0]
  if (version === undefined) throw new Error('there is a version')
  const answer = addVersion(chat, addAnswer(chat), version)
  await chat.writer.settled()
  expect(getState().unsaved).toBe(true)
  const { id } = getState().conversation
  freeDisk()

  const opening = openConversation(chat, 'stored')
  // The answer that is still being received goes on being written.
  saveProgress(chat, answer, version)
  await opening
  await updateVersion(chat, answer, version)
  await chat.writer.settled()
  expect(await loadConversation('stored')).toEqual(stored)
  expect(getState()).toMatchObject({ ...stored, status: 'ready', unsaved: false })
  expect((await loadConversation(id))?.messages).toHaveLength(2)
})

it('shows a conversation whole that could not be stored, when it is opened again', async () => {
  const freeDisk = fillDisk()
  addMessage(chat, { role: 'user', content: 'One' })
  await chat.writer.settled()
  const { conversation } = getState()
  await openConversation(chat, 'stored')
  expect(getState().unsaved).toBe(false)
  await openConversation(chat, conversation.id)
  expect(getState()).toMatchObject({ conversation, status: 'ready', unsaved: true })
  expect(texts()).toEqual(['One'])
  freeDisk()
  addMessage(chat, { role: 'user', content: 'Two' })
  await chat.writer.settled()
  expect(getState().unsaved).toBe(false)
  expect((await loadConversation(conversation.id))?.messages).toHaveLength(2)
})

it('deletes for good what could not be deleted at first', async () => {
  await openConversation(chat, 'stored')
  addMessage(chat, { role: 'user', content: 'And more' })
  await chat.writer.settled()
  const refuse = vi.spyOn(IDBObjectStore.prototype, 'delete').mockImplementation(() => {
    throw new DOMException('no room', 'QuotaExceededError')
  })
  removeMessage(chat, 'old')
  await chat.writer.settled()
  refuse.mockRestore()
  setModel(chat, 'sandbox-chat')
  await chat.writer.settled()
  const left = await loadConversation('stored')
  expect(left?.messages.map(({ position }) => position)).toEqual([2])
  expect(left?.conversation.model).toBe('sandbox-chat')
})

it('never writes a conversation that is still being read', async () => {
  const opening = openConversation(chat, 'stored')
  setModel(chat, 'other')
  addMessage(chat, { role: 'user', content: 'Typed at once' })
  await opening
  await chat.writer.settled()
  expect((await loadConversation('stored'))?.conversation).toEqual(stored.conversation)
  expect(new Set(texts())).toEqual(new Set(['Hello', 'Typed at once']))
})

it('does not bring back by a late write what another tab deleted', async () => {
  await openConversation(chat, 'stored')
  await deleteAllConversations()
  setModel(chat, 'other')
  await chat.writer.settled()
  expect(await loadConversation('stored')).toBeUndefined()
})

/** What somebody does, and what becomes of the disk meanwhile. */
const act = fc.oneof(
  fc.record({ kind: fc.constant('open' as const), at: fc.nat(2) }),
  fc.record({ kind: fc.constant('new' as const) }),
  fc.record({ kind: fc.constant('say' as const), text: fc.string({ minLength: 1, maxLength: 3 }) }),
  fc.record({ kind: fc.constant('grow' as const), text: fc.string({ maxLength: 3 }) }),
  fc.record({ kind: fc.constant('unsay' as const) }),
  fc.record({ kind: fc.constant('model' as const), model: fc.constantFrom('a', 'b') }),
  fc.record({ kind: fc.constant('fill' as const) }),
  fc.record({ kind: fc.constant('free' as const) }),
  fc.record({ kind: fc.constant('wait' as const), turns: fc.nat(4) }),
)

const contentOf = ({
  conversation,
  messages,
}: Pick<ConversationState, 'conversation' | 'messages'>) => ({
  model: conversation.model,
  messages: messages.map((record) =>
    record.kind === 'written'
      ? record.message.content
      : record.versions.map(({ answer }) => answer.choices[0]?.content),
  ),
})

it('loses and mixes up nothing, whatever is opened and written while the disk is full', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(act, { maxLength: 40 }), async (acts) => {
      await deleteAllConversations()
      startConversation(chat)
      const seen = new Map<string, ReturnType<typeof contentOf>>()
      const remember = () => {
        const { conversation, messages, status } = getState()
        if (status === 'ready' && messages.length > 0)
          seen.set(conversation.id, contentOf(getState()))
      }
      let freeDisk = () => undefined as void
      let growing: AnswerMessage | undefined
      for (const one of acts) {
        const { status, messages } = getState()
        const isReady = status === 'ready'
        if (one.kind === 'open') {
          const id = [...seen.keys()][one.at]
          if (id !== undefined) void openConversation(chat, id)
        } else if (one.kind === 'new') startConversation(chat)
        else if (one.kind === 'say' && isReady)
          addMessage(chat, { role: 'user', content: one.text })
        else if (one.kind === 'model' && isReady) setModel(chat, one.model)
        else if (one.kind === 'unsay' && isReady && messages.length > 1) {
          const last = messages.at(-1)
          removeMessage(chat, last?.id ?? '')
          // An answer is stopped before it is removed.
          if (last?.id === growing?.id) growing = undefined
        } else if (one.kind === 'grow') {
          // The answer goes on in its own conversation, whichever is on the screen.
          const record = answered({ content: one.text })
          const [version] = record.versions
          if (growing === undefined && isReady && messages.length > 0 && version !== undefined)
            growing = addVersion(chat, addAnswer(chat), version)
          else if (growing !== undefined && version !== undefined) {
            const before = seen.get(growing.conversationId)
            const grown = { ...version, id: growing.versions[0]?.id ?? '' }
            void updateVersion(chat, growing, grown)
            if (getState().conversation.id !== growing.conversationId && before !== undefined)
              seen.set(growing.conversationId, {
                ...before,
                messages: before.messages.map((content) =>
                  Array.isArray(content) && typeof content[0] !== 'object' ? [one.text] : content,
                ),
              })
          }
        } else if (one.kind === 'fill') {
          freeDisk()
          freeDisk = fillDisk()
        } else if (one.kind === 'free') freeDisk()
        else if (one.kind === 'wait')
          for (let turn = 0; turn < one.turns; turn += 1)
            await new Promise((resolve) => setImmediate(resolve))
        remember()
      }
      freeDisk()
      await chat.writer.settled()
      remember()
      // Every one is shown as it was left, and stored as it is shown.
      for (const [id, content] of seen) {
        startConversation(chat)
        await openConversation(chat, id)
        expect(contentOf(getState())).toEqual(content)
        await chat.writer.settled()
        const loaded = await loadConversation(id)
        expect(loaded && contentOf(loaded)).toEqual(content)
      }
    }),
    { numRuns: 100 },
  )
})
