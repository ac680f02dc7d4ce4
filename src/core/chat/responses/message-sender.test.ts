import { expect, test } from 'vitest'

import { fakeChat } from '../testing/fake-world.ts'
import { createMessageSender } from './message-sender.ts'

type Load = Parameters<typeof createMessageSender>[1]

/** A sender whose code is there, but for what a test says; and what it did, in order. */
function senderOf(changed: Partial<Load> = {}) {
  const { chat, connection } = fakeChat()
  const done: string[] = []
  const sender = createMessageSender(chat, {
    sending: async () => ({
      findSecrets: () => [],
      sendText: (_, text) => {
        done.push(`text ${text}`)
        return []
      },
    }),
    systemPrompt: async () => ({ setSystemPrompt: (_, text) => void done.push(`prompt ${text}`) }),
    attachments: async () => ({
      sendAttachments: async (_, text) => {
        done.push(`parts ${text}`)
        return []
      },
    }),
    ...changed,
  })
  return { sender, connection, done }
}

const unreachable = () => Promise.reject(new TypeError('Failed to fetch'))

test.for([
  { what: 'sending', changed: { sending: unreachable }, attached: false },
  { what: 'attachments', changed: { attachments: unreachable }, attached: true },
])('error: nothing is sent where the code of $what cannot be loaded', async (scene) => {
  const { sender, connection, done } = senderOf(scene.changed)
  const [issue] = await sender.sendMessage(connection, 'Hi', { attached: scene.attached })
  expect(issue).toMatchObject({ code: 'unreachable' })
  expect(done).toEqual([])
})

test('error: a fault while sending does not say that nothing was sent', async () => {
  const fault = new Error('Storage is broken')
  const { sender, connection } = senderOf({
    attachments: async () => ({ sendAttachments: () => Promise.reject(fault) }),
  })
  await expect(sender.sendMessage(connection, 'Hi', { attached: true })).rejects.toBe(fault)
})

test('behavior: a system prompt that waits for its code is in the conversation before it is sent', async () => {
  const { sender, connection, done } = senderOf()
  const written = sender.writeSystemPrompt('Be brief')
  await sender.sendMessage(connection, 'Hi')
  await written
  expect(done).toEqual(['prompt Be brief', 'text Hi'])
})
