import { describe, expect, test } from 'vitest'

import { addAttachment } from '../attachments/edit-attachments.ts'
import { startConversation } from '../conversation/current-conversation.ts'
import { stopRuns } from '../responses/runs.ts'
import { sendMessages } from '../responses/send-messages.ts'
import { chunk, fakeChat, settled, type FakeChat } from '../testing/fake-world.ts'
import { submitDraft } from './outbox.ts'
import { queueDraft, takeBackQueued } from './queue-draft.ts'

const END = 'data: [DONE]\n\n'

/** A chat whose first response is being received until it is released, and its last piece. */
async function streaming(last = chunk('lo', 'stop'), end = END): Promise<FakeChat> {
  const fake = fakeChat({
    pieces: [chunk('Hel'), last, end],
    faults: [{ call: 'body', n: 2, how: 'late' }],
  })
  sendMessages(fake.chat, fake.connection, [{ role: 'user', content: 'first' }])
  await settled()
  return fake
}

/** Presses Enter as the composer does. */
function pressEnter({ chat, connection }: FakeChat, text: string): void {
  chat.draft.setState({ text })
  queueDraft(chat, () => {
    void submitDraft(chat, [], async (content) => {
      sendMessages(chat, connection, [{ role: 'user', content }])
      await chat.writer.settled()
    })
  })
}

async function end(fake: FakeChat): Promise<void> {
  fake.release()
  await settled()
}

const draftOf = ({ chat }: FakeChat) => chat.draft.getState()

describe('a message queued while a response streams', () => {
  test('is sent once, when the response is complete', async () => {
    const fake = await streaming()
    pressEnter(fake, 'second')
    expect(draftOf(fake)).toMatchObject({ queued: true, text: 'second' })
    expect(fake.sent).toHaveLength(1)
    await end(fake)
    expect(draftOf(fake)).toMatchObject({ queued: false, text: '' })
    expect(fake.sent).toHaveLength(2)
    expect(fake.sent[1]).toContain('second')
    await settled()
    expect(fake.sent).toHaveLength(2)
  })

  test('is sent once, however often Enter is pressed', async () => {
    const fake = await streaming()
    pressEnter(fake, 'second')
    pressEnter(fake, 'second')
    await end(fake)
    expect(fake.sent).toHaveLength(2)
  })

  test('stays a draft when the response is stopped, and it is said', async () => {
    const fake = await streaming()
    pressEnter(fake, 'second')
    stopRuns(fake.chat.runs.getState(), Object.keys(fake.chat.runs.getState().live))
    await end(fake)
    expect(draftOf(fake)).toMatchObject({ queued: false, text: 'second' })
    expect(fake.sent).toHaveLength(1)
    expect(fake.notified).toEqual([expect.stringContaining("queued message wasn't sent")])
  })

  test('stays a draft when the response is cut off', async () => {
    const fake = await streaming(chunk('lo'), '')
    pressEnter(fake, 'second')
    await end(fake)
    expect(draftOf(fake)).toMatchObject({ queued: false, text: 'second' })
    expect(fake.sent).toHaveLength(1)
    expect(fake.notified).toHaveLength(1)
  })

  test('is not sent once it was taken back, and nothing is said of that', async () => {
    const fake = await streaming()
    pressEnter(fake, 'second')
    takeBackQueued(fake.chat)
    await end(fake)
    expect(draftOf(fake)).toMatchObject({ queued: false, text: 'second' })
    expect(fake.sent).toHaveLength(1)
    expect(fake.notified).toEqual([])
  })

  test('can be queued again after that', async () => {
    const fake = await streaming()
    pressEnter(fake, 'second')
    takeBackQueued(fake.chat)
    pressEnter(fake, 'second again')
    await end(fake)
    expect(fake.sent).toHaveLength(2)
    expect(fake.sent[1]).toContain('second again')
  })

  test('is a draft again when it is changed, by a word or an attachment', async () => {
    const fake = await streaming()
    pressEnter(fake, 'second')
    fake.chat.draft.setState({ text: 'second, half a th' })
    expect(draftOf(fake).queued).toBe(false)
    pressEnter(fake, 'second')
    addAttachment(fake.chat, { kind: 'text', name: 'Text part', text: 'one', cached: false })
    expect(draftOf(fake).queued).toBe(false)
    await end(fake)
    expect(fake.sent).toHaveLength(1)
  })

  test('is not sent to another conversation', async () => {
    const fake = await streaming()
    pressEnter(fake, 'second')
    startConversation(fake.chat)
    await end(fake)
    expect(fake.sent).toHaveLength(1)
    expect(fake.notified).toEqual([expect.stringContaining('Another conversation was opened')])
  })

  test('waits while the response asks for tools, and for the response to their results', async () => {
    const call = { index: 0, id: 'c', type: 'function', function: { name: 'f', arguments: '{}' } }
    const choice = { index: 0, delta: { tool_calls: [call] }, finish_reason: 'tool_calls' }
    const value = { id: 'c1', object: 'chat.completion.chunk', created: 1, model: 'm' }
    const asks = `data: ${JSON.stringify({ ...value, choices: [choice] })}\n\n`
    const fake = fakeChat({
      pieces: (body) => [chunk('Hel'), body.includes('"tool"') ? chunk('lo', 'stop') : asks, END],
      faults: [{ call: 'body', n: 2, how: 'late' }],
    })
    sendMessages(fake.chat, fake.connection, [{ role: 'user', content: 'first' }])
    await settled()
    pressEnter(fake, 'second')
    await end(fake)
    expect(draftOf(fake).queued).toBe(true)
    expect(fake.sent).toHaveLength(1)
    const result = { role: 'tool', tool_call_id: 'c', content: 'result' } as const
    sendMessages(fake.chat, fake.connection, [result])
    await settled()
    expect(draftOf(fake)).toMatchObject({ queued: false, text: '' })
    expect(fake.sent).toHaveLength(3)
    expect(fake.sent[1]).not.toContain('second')
    expect(fake.sent[2]).toContain('second')
  })
})
