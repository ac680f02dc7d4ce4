import { expect, it } from 'vitest'

import type { ChatDraft } from '../../storage/conversations/chat-drafts.ts'
import type { Media } from '../attachments/attachment.ts'
import { fakeMedia } from '../testing/fake-media.ts'
import { fakeChat, settled } from '../testing/fake-world.ts'
import { written } from '../testing/records.ts'
import { restoreDraft } from './draft-content.ts'

const DRAFT: ChatDraft = { id: 'd', savedAt: 1, text: '', partIds: [] }
const PNG = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13])

function restoring({ media = fakeMedia() }: { media?: Media } = {}) {
  const { chat } = fakeChat()
  let restoredRequests = 0
  const restore = (draft: Partial<ChatDraft>, stored: Record<string, object> = {}) =>
    restoreDraft(
      chat,
      { media, onRequestRestored: () => void (restoredRequests += 1) },
      { ...DRAFT, ...draft },
      new Map(Object.entries(stored)),
    )
  const list = () => chat.attachments.getState().list
  return { chat, restore, list, requests: () => restoredRequests }
}

const textPart = (id: string) => ({ kind: 'text', id, name: 'Text', text: id, cached: false })
const pending = (id: string) => ({
  kind: 'pending',
  id,
  name: 'cat.png',
  blob: new Blob([PNG], { type: 'image/png' }),
  cached: true,
  doing: 'Reading',
})

it('attaches again what was attached, in its order, and leaves out what cannot be found or read', () => {
  const { restore, list } = restoring()
  const stored = { a: textPart('a'), b: textPart('b'), c: { kind: 'hologram', id: 'c' }, d: {} }
  expect(restore({ partIds: ['b', 'gone', 'c', 'd', 'a'] }, stored)).toBeUndefined()
  expect(list().map(({ id }) => id)).toEqual(['b', 'a'])
})

it('reads a file once more that was still being read when the page went', async () => {
  const { restore, list } = restoring()
  restore({ partIds: ['p'] }, { p: pending('p') })
  expect(list()).toMatchObject([{ kind: 'pending' }])
  await settled()
  expect(list()).toMatchObject([{ id: 'p', kind: 'image', name: 'cat.png', cached: true }])
})

it('takes a file away that cannot be read any more', async () => {
  const inspectPicture = () => Promise.reject(new Error('gone'))
  const { restore, list } = restoring({ media: fakeMedia({ inspectPicture }) })
  restore({ partIds: ['p', 'a'] }, { p: pending('p'), a: textPart('a') })
  await settled()
  expect(list().map(({ id }) => id)).toEqual(['a'])
})

it('holds a message back while another is being written, and puts it in front when asked', () => {
  const { chat, restore, list } = restoring()
  chat.draft.setState({ text: 'after' })
  chat.attachments.setState({ list: [{ ...textPart('n'), kind: 'text' }] })
  const putBack = restore({ text: 'before', partIds: ['a'] }, { a: textPart('a') })
  expect(chat.draft.getState().text).toBe('after')
  expect(list().map(({ id }) => id)).toEqual(['n'])
  putBack?.()
  expect(chat.draft.getState().text).toBe('before\nafter')
  expect(list().map(({ id }) => id)).toEqual(['a', 'n'])
})

it('does not add attachments to a message that is being sent', () => {
  const { chat, restore, list } = restoring()
  chat.attachments.setState({ progress: 0.5 })
  expect(restore({ partIds: ['a'] }, { a: textPart('a') })).toBeTypeOf('function')
  expect(list()).toEqual([])
})

it('does not double a message that the page already shows', () => {
  const { chat, restore } = restoring()
  chat.draft.setState({ text: 'same' })
  expect(restore({ text: 'same' })).toBeUndefined()
  expect(chat.draft.getState().text).toBe('same')
})

it('restores the setup of an empty conversation, and leaves one that was set up meanwhile', () => {
  const setup = { model: 'picked', settings: {} }
  const { chat, restore } = restoring()
  restore({ setup })
  expect(chat.conversation.getState().conversation.model).toBe('picked')
  restore({ setup: { model: 'other', settings: {} } })
  expect(chat.conversation.getState().conversation.model).toBe('picked')
  const full = restoring()
  full.chat.conversation.setState({ messages: [written({ role: 'user', content: 'Hi' })] })
  full.restore({ setup })
  expect(full.chat.conversation.getState().conversation.model).toBe('default')
})

it('opens the editors again that were open, with what stood in them', () => {
  const { chat, restore } = restoring()
  const message = written({ role: 'user', content: 'Hi' })
  chat.conversation.setState({ messages: [message] })
  restore({ editors: { [message.id]: { json: '{"role":' } } })
  expect(chat.editors.getState().open[message.id]).toMatchObject({ json: '{"role":' })
})

it('shows a request again that was edited as JSON, unless another is being edited', () => {
  const { chat, restore, requests } = restoring()
  const { id } = chat.conversation.getState().conversation
  const request = { text: '{}', data: new Map<string, string>(), from: '' }
  restore({ request })
  expect(chat.requestDrafts.getState()[id]).toEqual(request)
  restore({ request: { ...request, text: 'older' } })
  expect(chat.requestDrafts.getState()[id]?.text).toBe('{}')
  expect(requests()).toBe(1)
})
