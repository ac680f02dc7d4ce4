import { expect, test } from 'vitest'

import { fakeChat } from '../testing/fake-world.ts'
import { draftContent } from './draft-content.ts'
import { joinTexts, prependToDraft, submitDraft } from './outbox.ts'

test('a message that was submitted stays a draft until it is stored', async () => {
  const { chat } = fakeChat()
  chat.draft.setState({ text: 'Hello' })
  let store = () => {}
  const stored = new Promise<void>((resolve) => {
    store = resolve
  })
  const submitted = submitDraft(chat, ['a'], () => stored)
  expect(chat.draft.getState().text).toBe('')
  chat.draft.setState({ text: 'and more' })
  expect(draftContent(chat)).toMatchObject({ text: 'Hello\nand more', partIds: ['a'] })
  store()
  await submitted
  expect(draftContent(chat)).toMatchObject({ text: 'and more', partIds: [] })
})

test('a message whose storing fails is no longer pending, and the failure is passed on', async () => {
  const { chat } = fakeChat()
  await expect(submitDraft(chat, [], () => Promise.reject(new Error('full')))).rejects.toThrow(
    'full',
  )
  expect(chat.draft.getState().pending).toEqual([])
})

test('a text that comes back stands in front of what was typed since, and never twice', () => {
  const { chat } = fakeChat()
  chat.draft.setState({ text: 'typed' })
  prependToDraft(chat, 'old')
  expect(chat.draft.getState().text).toBe('old\ntyped')
  expect(joinTexts('same', 'same')).toBe('same')
})
