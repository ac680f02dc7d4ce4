import fc from 'fast-check'
import { expect, test } from 'vitest'

import { fakeChat } from '../testing/fake-world.ts'
import { addAttachment, moved, removeAttachments, replaceAttachment } from './edit-attachments.ts'

const text = (name: string) => ({ kind: 'text' as const, name, text: name, cached: false })

test('moving keeps every attachment, and moving back restores the order', () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(fc.string(), { minLength: 1, maxLength: 8 }),
      fc.nat(),
      fc.integer({ min: -9, max: 9 }),
      (ids, pick, by) => {
        const list = ids.map((id) => ({ id }))
        const id = ids[pick % ids.length] ?? ''
        const after = moved(list, id, by)
        expect(after.map((one) => one.id).toSorted()).toEqual(ids.toSorted())
        const shift = after.findIndex((one) => one.id === id) - ids.indexOf(id)
        expect(moved(after, id, -shift)).toEqual(list)
      },
    ),
  )
})

test('what was removed comes back in its place, beside what was added since', () => {
  const { chat } = fakeChat()
  const names = () => chat.attachments.getState().list.map(({ name }) => name)
  const [a, b] = ['a', 'b', 'c'].map((name) => addAttachment(chat, text(name)))
  const undo = removeAttachments(chat, [a ?? '', b ?? ''])
  expect(names()).toEqual(['c'])
  addAttachment(chat, text('d'))
  undo()
  expect(names()).toEqual(['a', 'b', 'c', 'd'])
})

test('an attachment that is replaced keeps its cache mark', () => {
  const { chat } = fakeChat()
  const id = addAttachment(chat, { ...text('a'), cached: true })
  replaceAttachment(chat, id, text('b'))
  expect(chat.attachments.getState().list).toEqual([{ ...text('b'), id, cached: true }])
})
