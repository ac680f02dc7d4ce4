import 'fake-indexeddb/auto'
import fc from 'fast-check'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'

import { answered } from '../../../core/chat/testing/records.ts'
import type { AnswerMessage } from '../../../core/storage/conversations/conversation.ts'
import {
  loadConversation,
  restoreConversation,
} from '../../../core/storage/conversations/conversations.ts'
import { deleteAllConversations } from '../../../core/storage/conversations/delete-conversations.ts'
import { addAnswer, addVersion, saveProgress, updateVersion } from './answer-versions.ts'
import {
  conversationStore,
  openConversation,
  setModel,
  startConversation,
  writesSettled,
  type ConversationState,
} from './conversation-store.ts'
import { addMessage, removeMessage } from './written-messages.ts'

const { getState } = conversationStore

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
  startConversation()
})

afterEach(async () => {
  vi.restoreAllMocks()
  await writesSettled()
})

it('leaves the next conversation as it is when a write of the one before failed', async () => {
  const freeDisk = fillDisk()
  addMessage({ role: 'user', content: 'A large photo' })
  const version = answered({ content: 'I see' }).versions[0]
  if (version === undefined) throw new Error('there is a version')
  const answer = addVersion(addAnswer(), version)
  await writesSettled()
  expect(getState().unsaved).toBe(true)
  const { id } = getState().conversation
  freeDisk()

  const opening = openConversation('stored')
  // The answer that is still being received goes on being written.
  saveProgress(answer, version)
  await opening
  await updateVersion(answer, version)
  await writesSettled()
  expect(await loadConversation('stored')).toEqual(stored)
  expect(getState()).toMatchObject({ ...stored, status: 'ready', unsaved: false })
  expect((await loadConversation(id))?.messages).toHaveLength(2)
})

it('shows a conversation whole that could not be stored, when it is opened again', async () => {
  const freeDisk = fillDisk()
  addMessage({ role: 'user', content: 'One' })
  await writesSettled()
  const { conversation } = getState()
  await openConversation('stored')
  expect(getState().unsaved).toBe(false)
  await openConversation(conversation.id)
  expect(getState()).toMatchObject({ conversation, status: 'ready', unsaved: true })
  expect(texts()).toEqual(['One'])
  freeDisk()
  addMessage({ role: 'user', content: 'Two' })
  await writesSettled()
  expect(getState().unsaved).toBe(false)
  expect((await loadConversation(conversation.id))?.messages).toHaveLength(2)
})

it('deletes for good what could not be deleted at first', async () => {
  await openConversation('stored')
  addMessage({ role: 'user', content: 'And more' })
  await writesSettled()
  const refuse = vi.spyOn(IDBObjectStore.prototype, 'delete').mockImplementation(() => {
    throw new DOMException('no room', 'QuotaExceededError')
  })
  removeMessage('old')
  await writesSettled()
  refuse.mockRestore()
  setModel('sandbox-chat')
  await writesSettled()
  const left = await loadConversation('stored')
  expect(left?.messages.map(({ position }) => position)).toEqual([2])
  expect(left?.conversation.model).toBe('sandbox-chat')
})

it('never writes a conversation that is still being read', async () => {
  const opening = openConversation('stored')
  setModel('other')
  addMessage({ role: 'user', content: 'Typed at once' })
  await opening
  await writesSettled()
  expect((await loadConversation('stored'))?.conversation).toEqual(stored.conversation)
  expect(new Set(texts())).toEqual(new Set(['Hello', 'Typed at once']))
})

it('does not bring back by a late write what another tab deleted', async () => {
  await openConversation('stored')
  await deleteAllConversations()
  setModel('other')
  await writesSettled()
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
      startConversation()
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
          if (id !== undefined) void openConversation(id)
        } else if (one.kind === 'new') startConversation()
        else if (one.kind === 'say' && isReady) addMessage({ role: 'user', content: one.text })
        else if (one.kind === 'model' && isReady) setModel(one.model)
        else if (one.kind === 'unsay' && isReady && messages.length > 1) {
          const last = messages.at(-1)
          removeMessage(last?.id ?? '')
          // An answer is stopped before it is removed.
          if (last?.id === growing?.id) growing = undefined
        } else if (one.kind === 'grow') {
          // The answer goes on in its own conversation, whichever is on the screen.
          const record = answered({ content: one.text })
          const [version] = record.versions
          if (growing === undefined && isReady && messages.length > 0 && version !== undefined)
            growing = addVersion(addAnswer(), version)
          else if (growing !== undefined && version !== undefined) {
            const before = seen.get(growing.conversationId)
            const grown = { ...version, id: growing.versions[0]?.id ?? '' }
            void updateVersion(growing, grown)
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
      await writesSettled()
      remember()
      // Every one is shown as it was left, and stored as it is shown.
      for (const [id, content] of seen) {
        startConversation()
        await openConversation(id)
        expect(contentOf(getState())).toEqual(content)
        await writesSettled()
        const loaded = await loadConversation(id)
        expect(loaded && contentOf(loaded)).toEqual(content)
      }
    }),
    { numRuns: 100 },
  )
})
