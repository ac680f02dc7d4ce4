import { expect, test } from 'vitest'

import { attachFiles } from '../attachments/attach-files.ts'
import type { Media } from '../attachments/attachment.ts'
import {
  addAttachment,
  removeAttachments,
  replaceAttachment,
} from '../attachments/edit-attachments.ts'
import { fakeMedia } from '../testing/fake-media.ts'
import { fakeChat, settled } from '../testing/fake-world.ts'
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

const READING = {
  kind: 'pending',
  name: 'b',
  blob: new Blob(),
  cached: false,
  doing: 'Reading',
} as const

test('behavior: what is still being read is waited for, and sent once it is', async () => {
  const { chat, sent, send } = await chatWithFile()
  const id = addAttachment(chat, READING)
  const sending = send()
  await settled()
  expect(sent).toEqual([])
  expect(await send()).toMatchObject([{ message: 'The attachments are already being sent.' }])
  replaceAttachment(chat, id, { kind: 'text', name: 'b', text: 'Second part', cached: false })
  expect(await sending).toEqual([])
  await settled()
  expect(sent).toHaveLength(1)
  expect(sent[0]).toContain('Second part')
})

test('behavior: what is removed while it is being read is not sent', async () => {
  const { chat, connection, sent } = fakeChat()
  const id = addAttachment(chat, READING)
  const sending = sendAttachments(chat, connection, {
    media: fakeMedia(),
    models: [],
    text: ' ',
    conversationId: chat.conversation.getState().conversation.id,
  })
  removeAttachments(chat, [id])
  expect(await sending).toMatchObject([
    { message: 'The attachments were removed. Nothing was sent.' },
  ])
  expect(sent).toEqual([])
  expect(chat.attachments.getState().progress).toBeUndefined()
})

test('behavior: a file that cannot be read any more stays attached, and nothing is sent', async () => {
  const { chat, sent, send } = await chatWithFile()
  const media = fakeMedia({ blobToBase64: () => Promise.reject(new Error('moved')) })
  expect(await send(media)).toMatchObject([{ code: 'attachment' }])
  expect(sent).toEqual([])
  expect(chat.attachments.getState()).toMatchObject({ list: [{}], progress: undefined })
})
