import { expect, test } from 'vitest'

import { fakeMedia } from '../../testing/fake-media.ts'
import { fakeChat, settled } from '../../testing/fake-world.ts'
import { attachFiles } from '../attach-files.ts'
import { addAttachment } from '../edit-attachments.ts'
import type { Media } from '../media.ts'
import { sendAttachments } from './send-attachments.ts'

async function chatWithFile() {
  const fake = fakeChat()
  await attachFiles(fake.chat, fakeMedia(), [new File(['words'], 'notes.txt')])
  const send = (media: Media = fakeMedia()) =>
    sendAttachments(fake.chat, fake.connection, {
      media,
      models: [],
      text: 'Read it',
      conversationId: fake.chat.conversation.getState().conversation.id,
    })
  return { ...fake, send }
}

test('what is attached goes before the text, and is gone from the form once it is sent', async () => {
  const { chat, sent, send } = await chatWithFile()
  expect(await send()).toEqual([])
  await settled()
  expect(JSON.parse(sent[0] ?? '')).toMatchObject({
    messages: [
      {
        role: 'user',
        content: [
          { type: 'file', file: { file_data: 'data:text/plain;base64,d29yZHM=' } },
          { type: 'text', text: 'Read it' },
        ],
      },
    ],
  })
  expect(chat.attachments.getState()).toEqual({ list: [], progress: undefined })
})

test('behavior: nothing is sent while a file is still being read', async () => {
  const { chat, sent, send } = await chatWithFile()
  addAttachment(chat, {
    kind: 'pending',
    name: 'b',
    blob: new Blob(),
    cached: false,
    doing: 'Reading',
  })
  expect(await send()).toMatchObject([{ code: 'attachment' }])
  expect(sent).toEqual([])
  expect(chat.attachments.getState().list).toHaveLength(2)
})

test('behavior: a file that cannot be read any more stays attached, and nothing is sent', async () => {
  const { chat, sent, send } = await chatWithFile()
  const media = fakeMedia({ blobToBase64: () => Promise.reject(new Error('moved')) })
  expect(await send(media)).toMatchObject([{ code: 'attachment' }])
  expect(sent).toEqual([])
  expect(chat.attachments.getState()).toMatchObject({ list: [{}], progress: undefined })
})
