import { expect, test } from 'vitest'

import { sendMessages } from '../responses/send-messages.ts'
import { fakeChat, settled } from '../testing/fake-world.ts'
import { addMessage } from './authored-messages.ts'
import { branchConversation } from './branch-conversation.ts'
import { openConversation } from './current-conversation.ts'

async function answered(faults: Parameters<typeof fakeChat>[0] = {}) {
  const fake = fakeChat(faults)
  sendMessages(fake.chat, fake.connection, [{ role: 'user', content: 'Hello?' }])
  await settled()
  addMessage(fake.chat, { role: 'user', content: 'And then?' })
  await settled()
  const { messages, conversation } = fake.chat.conversation.getState()
  return { fake, messages, conversation }
}

test('a branch holds the messages up to one of them, under ids of its own', async () => {
  const { fake, messages, conversation } = await answered()
  const id = await branchConversation(fake.chat, messages[1]?.id ?? '')
  expect(id).not.toBe(conversation.id)
  await openConversation(fake.chat, id ?? '')
  const branch = fake.chat.conversation.getState()
  expect(branch.messages).toMatchObject([
    { message: { content: 'Hello?' } },
    { versions: [{ answer: { choices: [{ content: 'Hello' }] } }] },
  ])
  // The exchange stays with the answer that it brought.
  expect(branch.messages[1]).not.toHaveProperty('versions.0.exchangeId')
  const before = new Set(messages.map((record) => record.id))
  expect(branch.messages.filter((record) => before.has(record.id))).toEqual([])
  expect(fake.messages.size).toBe(5)
})

test('there is no branch of a message that is gone', async () => {
  const { fake } = await answered()
  expect(await branchConversation(fake.chat, 'gone')).toBeUndefined()
  expect(fake.conversations.size).toBe(1)
})

test('error: a branch that cannot be stored rejects, and the original stays', async () => {
  const { fake, messages, conversation } = await answered({
    faults: [{ call: 'restoreConversation', n: 1, how: 'throws' }],
  })
  await expect(branchConversation(fake.chat, messages[0]?.id ?? '')).rejects.toThrow(
    'restoreConversation failed',
  )
  expect(fake.chat.conversation.getState()).toMatchObject({ conversation, messages })
})
