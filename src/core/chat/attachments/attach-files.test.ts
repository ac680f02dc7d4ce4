import { expect, test } from 'vitest'

import { fakeMedia } from '../testing/fake-media.ts'
import { fakeChat } from '../testing/fake-world.ts'
import { applyFix } from './apply-fix.ts'
import { attachFiles } from './attach-files.ts'

const PNG = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
const text = (name: string) => new File(['words'], name, { type: 'text/plain' })

test('a file is attached as what its bytes say', async () => {
  const { chat } = fakeChat()
  await attachFiles(chat, fakeMedia(), [new File([PNG], 'a.txt'), text('notes.txt')])
  expect(chat.attachments.getState().list).toMatchObject([
    { kind: 'image', name: 'a.txt', facts: { type: 'png' } },
    { kind: 'file', name: 'notes.txt', mediaType: 'text/plain' },
  ])
})

test('a file that cannot be read is not attached, and that is said', async () => {
  const { chat, notified } = fakeChat()
  const gone = Object.assign(text('gone.txt'), {
    slice: () => {
      throw new DOMException('gone', 'NotFoundError')
    },
  })
  await attachFiles(chat, fakeMedia(), [gone, text('there.txt')])
  expect(chat.attachments.getState().list.map(({ name }) => name)).toEqual(['there.txt'])
  expect(notified).toEqual([expect.stringContaining('gone.txt')])
})

test('a picture that is converted keeps its place, its cache mark and gets the new extension', async () => {
  const { chat } = fakeChat()
  await attachFiles(chat, fakeMedia(), [new File([PNG], 'a.png')])
  const [before] = chat.attachments.getState().list
  const id = before?.id ?? ''
  chat.attachments.setState(({ list }) => ({ list: list.map((one) => ({ ...one, cached: true })) }))
  await applyFix(chat, fakeMedia(), {
    kind: 'change-picture',
    label: 'Convert to JPEG',
    id,
    change: { type: 'jpeg' },
  })
  expect(chat.attachments.getState().list).toMatchObject([{ id, name: 'a.jpg', cached: true }])
})

test('a conversion that fails leaves the attachment as it was and says why', async () => {
  const { chat, notified } = fakeChat()
  await attachFiles(chat, fakeMedia(), [new File([PNG], 'a.png')])
  const before = chat.attachments.getState().list
  const media = fakeMedia({ changePicture: () => Promise.reject(new Error('out of memory')) })
  await applyFix(chat, media, {
    kind: 'change-picture',
    label: 'Convert to JPEG',
    id: before[0]?.id ?? '',
    change: { type: 'jpeg' },
  })
  expect(chat.attachments.getState().list).toEqual(before)
  expect(notified).toEqual(['a.png: out of memory'])
})
