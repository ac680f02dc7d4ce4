import { describe, expect, test } from 'vitest'

import { spendLimitsOf } from '../../client/admission/spend-limits.ts'
import type { AnswerMessage } from '../../storage/conversations/conversation.ts'
import { selectChoice, showVersion } from '../conversation/answer-versions.ts'
import { moveMessage, addMessage } from '../conversation/authored-messages.ts'
import {
  openConversation,
  setHeaders,
  startConversation,
} from '../conversation/current-conversation.ts'
import {
  chunk,
  fakeChat,
  settled,
  WHOLE,
  type FakeChat,
  type Fault,
} from '../testing/fake-world.ts'
import { stopAndSettle, stopRuns } from './runs.ts'
import { continueAnswer, regenerate, sendMessages, sendOrNotify } from './send-messages.ts'

const HELLO = { role: 'user', content: 'Hello?' } as const

function send({ chat, connection }: FakeChat): readonly { message: string }[] {
  return sendMessages(chat, connection, [HELLO])
}

const liveIds = ({ chat }: FakeChat) => Object.keys(chat.runs.getState().live)

/** What an answer on the screen says, and in which phase it is. */
function shownAnswers({ chat }: FakeChat) {
  return chat.conversation
    .getState()
    .messages.flatMap((record) =>
      record.kind === 'answer'
        ? record.versions.map(({ answer: { phase, choices } }) => [
            phase,
            choices[0]?.content ?? '',
          ])
        : [],
    )
}

function answerOf({ chat }: FakeChat): AnswerMessage {
  const record = chat.conversation.getState().messages.find(({ kind }) => kind === 'answer')
  if (record?.kind !== 'answer') throw new Error('there is no answer')
  return record
}

/** Nothing stays open, nothing is counted that was not sent, and nothing that was written is lost. */
async function expectAllInOrder(fake: FakeChat): Promise<void> {
  const { chat, client, sent, locks, conversations, messages, reported } = fake
  expect(liveIds(fake)).toEqual([])
  const exchanges = Object.values(client.exchanges.store.getState().byId)
  for (const exchange of exchanges) {
    expect(exchange.outcome).not.toBe('open')
    if (sent.length === 0) expect(exchange.unsent).toBe(true)
  }
  const { log } = spendLimitsOf(client).log.getState()
  expect(log?.open ?? []).toEqual([])
  if (sent.length === 0) expect(log?.session.spent ?? 0).toBe(0)
  expect([...locks]).toEqual([])
  expect(reported).toEqual([])
  // Whatever could not be stored is stored once it can be.
  chat.writer.retryUnsaved()
  await settled()
  const shown = chat.conversation.getState()
  expect(shown.unsaved).toBe(false)
  expect(conversations.get(shown.conversation.id)).toEqual(shown.conversation)
  const stored = [...messages.values()].toSorted((a, b) => a.position - b.position)
  expect(stored).toEqual(shown.messages)
  expect(shown.messages[0]).toMatchObject({ message: HELLO })
}

/** Every call of a message that is sent and answered, in order. */
async function callsOfSending(): Promise<FakeChat['calls']> {
  const fake = fakeChat()
  send(fake)
  await settled()
  return fake.calls
}
const calls = await callsOfSending()

describe('a message', () => {
  test.each([
    ['streamed', {}],
    ['whole', { pieces: [WHOLE], contentType: 'application/json' }],
  ])('is answered and stored: %s', async (_, options) => {
    const fake = fakeChat(options)
    expect(send(fake)).toEqual([])
    expect(liveIds(fake)).toHaveLength(1)
    await settled()
    expect(shownAnswers(fake)).toEqual([['finished', 'Hello']])
    expect(fake.sent).toHaveLength(1)
    await expectAllInOrder(fake)
  })

  test.each(calls)('survives that $call no. $n throws', async (call) => {
    const fake = fakeChat({ faults: [{ ...call, how: 'throws' }] })
    send(fake)
    await settled()
    expect(liveIds(fake)).toEqual([])
    fake.mend()
    await expectAllInOrder(fake)
  })

  test.each(calls)('survives that $call no. $n comes late', async (call) => {
    const fake = fakeChat({ faults: [{ ...call, how: 'late' }] })
    send(fake)
    await settled()
    fake.release()
    await settled()
    expect(shownAnswers(fake)).toEqual([['finished', 'Hello']])
    await expectAllInOrder(fake)
  })

  test.each(calls)('can be stopped at $call no. $n', async (call) => {
    const stop: Fault = {
      ...call,
      how: ({ chat }) => stopRuns(chat.runs.getState(), Object.keys(chat.runs.getState().live)),
    }
    const fake = fakeChat({ faults: [stop] })
    send(fake)
    await settled()
    expect(shownAnswers(fake)[0]?.[0]).toMatch(/^(?:stopped|finished)$/)
    await expectAllInOrder(fake)
  })

  test.each(calls)('is whole when it is left and opened again at $call no. $n', async (call) => {
    let id = ''
    const leave: Fault = {
      ...call,
      how: ({ chat }) => {
        id = chat.conversation.getState().conversation.id
        startConversation(chat)
        void openConversation(chat, id)
      },
    }
    const fake = fakeChat({ faults: [leave] })
    send(fake)
    await settled()
    await openConversation(fake.chat, id)
    await settled()
    expect(shownAnswers(fake)).toEqual([['finished', 'Hello']])
    await expectAllInOrder(fake)
  })

  test.each(calls)('is whole when it is left for good at $call no. $n', async (call) => {
    const leave: Fault = { ...call, how: ({ chat }) => startConversation(chat) }
    const fake = fakeChat({ faults: [leave] })
    send(fake)
    const { id } = fake.chat.conversation.getState().conversation
    await settled()
    await openConversation(fake.chat, id)
    expect(shownAnswers(fake)).toEqual([['finished', 'Hello']])
    await expectAllInOrder(fake)
  })
})

test('error: what cannot be stored at all is shown, said, and not lost', async () => {
  const faults = Array.from({ length: 20 }, (_, at): Fault => ({
    call: 'loadStorage',
    n: at + 1,
    how: 'throws',
  }))
  const fake = fakeChat({ faults })
  send(fake)
  await settled()
  expect(shownAnswers(fake)).toEqual([['finished', 'Hello']])
  expect(fake.chat.conversation.getState().unsaved).toBe(true)
  expect(fake.messages.size).toBe(0)
  fake.mend()
  await expectAllInOrder(fake)
})

describe('what was written and cannot be sent', () => {
  test('behavior: is refused while an answer is still coming, so that the form keeps it', async () => {
    const fake = fakeChat({ faults: [{ call: 'fetch', n: 1, how: 'late' }] })
    send(fake)
    const [issue] = send(fake)
    expect(issue?.message).toBe('A response is still streaming, so nothing was sent.')
    expect(sendMessages(fake.chat, fake.connection, [])).toEqual([])
    await settled()
    fake.release()
    await settled()
    expect(fake.sent).toHaveLength(1)
    await expectAllInOrder(fake)
  })

  test('behavior: does not go to a conversation that was opened meanwhile', () => {
    const { chat, connection, sent } = fakeChat()
    const { id: conversationId } = chat.conversation.getState().conversation
    startConversation(chat)
    const [issue] = sendMessages(chat, connection, [HELLO], { conversationId })
    expect(issue?.message).toMatch(/^Another conversation was opened/)
    expect(chat.conversation.getState().messages).toEqual([])
    expect(sent).toEqual([])
  })

  test('behavior: does not go to a conversation that is still being read', async () => {
    const fake = fakeChat()
    send(fake)
    await settled()
    const { id } = fake.chat.conversation.getState().conversation
    startConversation(fake.chat)
    const opening = openConversation(fake.chat, id)
    expect(send(fake)[0]?.message).toMatch(/no longer open/)
    await opening
    expect(fake.sent).toHaveLength(1)
  })

  test('behavior: is told where it was not asked for in a form', () => {
    const { chat, client, notified } = fakeChat()
    chat.conversation.setState(({ conversation }) => ({
      conversation: { ...conversation, settings: { temperature: 9 } },
    }))
    sendOrNotify(chat, [HELLO])
    expect(notified).toHaveLength(1)
    client.network.store.setState({ offline: true })
    sendOrNotify(chat, [HELLO])
    expect(notified).toHaveLength(2)
    expect(chat.conversation.getState().messages).toEqual([])
  })
})

describe('regenerating', () => {
  const answered = async (faults: readonly Fault[] = []) => {
    const fake = fakeChat({ faults })
    send(fake)
    await settled()
    return fake
  }

  test('adds a version and keeps the one before', async () => {
    const fake = await answered()
    regenerate(fake.chat, answerOf(fake), { stream: true })
    await settled()
    expect(shownAnswers(fake)).toEqual([
      ['finished', 'Hello'],
      ['finished', 'Hello'],
    ])
    expect(answerOf(fake).shown).toBe(1)
    await expectAllInOrder(fake)
  })

  test('behavior: starts from the answer as it is now, not as it was when the button was drawn', async () => {
    const fake = await answered()
    const drawn = answerOf(fake)
    regenerate(fake.chat, drawn)
    await settled()
    regenerate(fake.chat, drawn)
    await settled()
    expect(answerOf(fake).versions).toHaveLength(3)
    await expectAllInOrder(fake)
  })

  test('behavior: a second press while it runs costs nothing', async () => {
    const fake = await answered()
    regenerate(fake.chat, answerOf(fake))
    regenerate(fake.chat, answerOf(fake))
    await settled()
    expect(fake.sent).toHaveLength(2)
  })

  test('behavior: an answer that is stopped before it is removed leaves nothing running', async () => {
    const fake = await answered([{ call: 'fetch', n: 2, how: 'late' }])
    regenerate(fake.chat, answerOf(fake))
    await stopAndSettle(fake.chat.runs, liveIds(fake))
    await settled()
    expect(shownAnswers(fake)[1]?.[0]).toBe('stopped')
    fake.release()
    await expectAllInOrder(fake)
  })
})

test('continuing joins what comes to what is there', async () => {
  const cut = [chunk('Hel')]
  const fake = fakeChat({ pieces: cut })
  send(fake)
  await settled()
  expect(shownAnswers(fake)).toEqual([['cut', 'Hel']])
  continueAnswer(fake.chat, answerOf(fake))
  await settled()
  expect(shownAnswers(fake)[1]).toEqual(['cut', 'HelHel'])
  expect(JSON.parse(fake.sent[1] ?? '')).toMatchObject({
    messages: [HELLO, { role: 'assistant', content: 'Hel' }],
  })
  await expectAllInOrder(fake)
})

describe('what a person does to an answer while it comes', () => {
  const STREAMING: Fault = { call: 'body', n: 3, how: 'late' }

  test('behavior: the choice that is sent back stays chosen', async () => {
    const fake = fakeChat({ faults: [STREAMING] })
    send(fake)
    await settled()
    const { id, versions } = answerOf(fake)
    selectChoice(fake.chat, id, versions[0]?.id ?? '', 1)
    fake.release()
    await settled()
    expect(answerOf(fake).versions[0]).toMatchObject({ kept: 1, answer: { phase: 'finished' } })
    await expectAllInOrder(fake)
  })

  test('behavior: stays as it is when the conversation is left before the end', async () => {
    const fake = fakeChat({ faults: [{ ...STREAMING, n: 6 }] })
    const { chat } = fake
    send(fake)
    await settled()
    regenerate(chat, answerOf(fake))
    await settled()
    const { id, versions } = answerOf(fake)
    showVersion(chat, id, 0)
    selectChoice(chat, id, versions[0]?.id ?? '', 1)
    addMessage(chat, { role: 'user', content: 'And then?' })
    moveMessage(chat, id, 1)
    const left = chat.conversation.getState()
    startConversation(chat)
    fake.release()
    await settled()
    await openConversation(chat, left.conversation.id)
    expect(answerOf(fake)).toMatchObject({ shown: 0, versions: [{ kept: 1 }, {}] })
    expect(chat.conversation.getState().messages.map((record) => record.id)).toEqual(
      left.messages.map((record) => record.id),
    )
  })
})

test('a growing answer is stored when the page is hidden', async () => {
  const fake = fakeChat({ faults: [{ call: 'body', n: 2, how: 'late' }] })
  send(fake)
  await settled()
  fake.hide()
  await settled()
  const stored = [...fake.messages.values()].find(({ kind }) => kind === 'answer')
  expect(stored).toMatchObject({ versions: [{ answer: { choices: [{ content: 'Hel' }] } }] })
  fake.release()
  await settled()
  await expectAllInOrder(fake)
})

test('two chats live side by side', async () => {
  const [one, other] = [fakeChat(), fakeChat()]
  send(one)
  await settled()
  expect(other.chat.conversation.getState().messages).toEqual([])
  expect(other.sent).toEqual([])
  send(other)
  await settled()
  await expectAllInOrder(one)
  await expectAllInOrder(other)
})

test('behavior: headers that a person added are sent with their conversation, and with no other', async () => {
  const fake = fakeChat()
  const sentHeaders = () =>
    Object.values(fake.client.exchanges.store.getState().byId).map(({ request }) =>
      request.headers.find(([name]) => name === 'X-Team'),
    )
  setHeaders(fake.chat, [
    ['X-Team', 'red'],
    ['Cookie', 'a=b'],
  ])
  send(fake)
  await settled()
  expect(sentHeaders()).toEqual([['X-Team', 'red']])
  expect(JSON.stringify(fake.client.exchanges.store.getState())).not.toContain('Cookie')
  startConversation(fake.chat)
  send(fake)
  await settled()
  expect(sentHeaders()).toEqual([['X-Team', 'red'], undefined])
})
