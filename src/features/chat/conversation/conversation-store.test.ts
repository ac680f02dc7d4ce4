import 'fake-indexeddb/auto'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'

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
} from './conversation-store.ts'
import { answered } from './test-records.ts'
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
