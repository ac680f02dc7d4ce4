import { expect, test } from 'vitest'

import { sendMessages } from '../responses/send-messages.ts'
import { fakeChat, settled } from '../testing/fake-world.ts'
import { removeMessage } from './authored-messages.ts'
import { openConversation } from './current-conversation.ts'

async function answered() {
  const fake = fakeChat()
  sendMessages(fake.chat, fake.connection, [{ role: 'user', content: 'Hello?' }])
  await settled()
  const { messages, conversation } = fake.chat.conversation.getState()
  return { fake, messages, conversation }
}

test('a message that was removed comes back to its place, also in storage', async () => {
  const { fake, messages } = await answered()
  const undo = removeMessage(fake.chat, messages[0]?.id ?? '')
  await settled()
  expect(fake.messages.size).toBe(1)
  undo()
  await settled()
  expect(fake.chat.conversation.getState().messages).toEqual(messages)
  expect(fake.messages.size).toBe(2)
})

test('behavior: a removal is undone where it was, also when another conversation is shown', async () => {
  const { fake, messages, conversation } = await answered()
  const undo = removeMessage(fake.chat, messages[0]?.id ?? '')
  await openConversation(fake.chat, 'another')
  undo()
  expect(fake.chat.conversation.getState().messages).toEqual([])
  await openConversation(fake.chat, conversation.id)
  expect(fake.chat.conversation.getState().messages).toEqual(messages)
  await settled()
  expect(fake.messages.size).toBe(2)
})
