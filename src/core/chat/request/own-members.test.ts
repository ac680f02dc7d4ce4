import { describe, expect, it } from 'vitest'

import { emptyAnswer } from '../../../../contract/chat/answer.ts'
import type { Message } from '../../../../contract/chat/messages.ts'
import type { JsonObject } from '../../../../contract/json.ts'
import { runChat } from '../../client/chat-completion.ts'
import type { Exchange } from '../../client/exchanges/exchange.ts'
import { withEvents } from '../../client/stream/answer-events.ts'
import { fakeClient } from '../../client/testing/fake-world.ts'
import { caseOfMessages } from '../../evaluate/chat-of-column.ts'
import { CODE_LANGUAGES } from '../../inspector/code/code-languages.ts'
import { requestCode } from '../../inspector/code/request-code.ts'
import { toHar } from '../../inspector/export/har-exchange.ts'
import { readExport } from '../../inspector/export/read-export.ts'
import { redactedExchange } from '../../inspector/export/redacted-exchange.ts'
import { answerReplay } from '../../inspector/replay/event-kind.ts'
import { whyNotResendable } from '../../inspector/why-not-resendable.ts'
import { decodeSetup, encodeSetup } from '../../share/codec.ts'
import {
  type AnswerMessage,
  type MessageRecord,
  selectedChoice,
  shownVersion,
} from '../../storage/conversations/conversation.ts'
import {
  historyFileEntry,
  historyFileFrame,
  readHistoryFile,
} from '../../storage/files/history-transfer.ts'
import { addMessage } from '../conversation/authored-messages.ts'
import { branchConversation } from '../conversation/branch-conversation.ts'
import { openConversation } from '../conversation/current-conversation.ts'
import { sendMessages } from '../responses/send-messages.ts'
import { fakeChat, settled } from '../testing/fake-world.ts'
import { answered, written } from '../testing/records.ts'
import { isMadeBy, messagesOf, ownMembers, readRequest } from './request-body.ts'

/** What a server streams, with members for its model alone in every place that may have them. */
const EVENTS = [
  {
    content: 'Found it.',
    x_message: { of: ['the', 'message'] },
    reasoning_details: [{ type: 'reasoning.encrypted', data: 'x_details' }],
    annotations: [
      { type: 'url_citation', url_citation: { url: 'https://x.example/', title: 'x_one' } },
    ],
    tool_calls: [
      {
        index: 0,
        id: 'call_1',
        type: 'function',
        thought_signature: 'x_signature',
        extra_content: { google: { thought_signature: 'x_google' } },
        function: { name: 'f', arguments: '{}', x_function: 1 },
      },
    ],
  },
  {
    annotations: [
      { type: 'url_citation', url_citation: { url: 'https://y.example/', title: 'x_two' } },
    ],
  },
].map((delta, at) => ({
  at,
  data: JSON.stringify({
    choices: [{ index: 0, delta, ...(at === 1 ? { finish_reason: 'tool_calls' } : {}) }],
  }),
}))
const MARKS = ['x_message', 'x_details', 'x_one', 'x_two', 'x_signature', 'x_google', 'x_function']
const NAMES = [
  'x_message',
  'annotations',
  'reasoning_details',
  'thought_signature',
  'extra_content',
  'x_function',
]

const { answer } = withEvents(emptyAnswer, EVENTS, { providerName: 'vendor', nowMs: 0 })
const CONNECTION = { id: 'one', name: 'One', baseUrl: 'https://one.example/v1' }
const response: AnswerMessage = {
  ...answered({}),
  versions: [{ id: 'v', startedAt: 1, model: 'm', connection: CONNECTION, answer }],
}
const records: readonly MessageRecord[] = [
  written({ role: 'user', content: 'Hi' }),
  response,
  written({ role: 'tool', content: 'done', tool_call_id: 'call_1' }),
]
const to = { model: 'm', baseUrl: CONNECTION.baseUrl }

function bodyOf(given: readonly MessageRecord[], receiver: typeof to): JsonObject {
  const reading = readRequest({ ...receiver, settings: { stream: true }, messages: given })
  if (!reading.ok) throw new Error(reading.issues.map(({ message }) => message).join('; '))
  return reading.request as JsonObject
}

const exchange: Exchange = {
  id: 'e',
  startedAt: 1,
  providerName: 'vendor',
  background: false,
  request: {
    method: 'POST',
    url: 'http://127.0.0.1:4310/api/v1/chat/completions',
    path: '/chat/completions',
    headers: [],
    body: bodyOf(records, to),
    bytes: 1,
  },
  outcome: 'done',
  timing: {},
  status: 200,
  headers: [],
  events: EVENTS,
  eventCount: EVENTS.length,
  receipt: {},
}

async function sentBody(): Promise<unknown> {
  const { client, connection, world } = fakeClient(() => new Response('{}'))
  const request = bodyOf(records, to)
  await runChat(client, connection, request as unknown as Parameters<typeof runChat>[2]).done
  return world.sent.find(({ method }) => method === 'POST')?.body
}

const OTHER = 'https://two.example/v1'

/** What is sent over a connection whose base URL was changed after the response. */
async function afterChange(): Promise<unknown> {
  const fake = fakeChat()
  addMessage(fake.chat, { role: 'user', content: 'Hi' })
  const { messages, conversation } = fake.chat.conversation.getState()
  const { id, name } = fake.connection
  const [version] = response.versions
  if (version === undefined) throw new Error('no version')
  const here = {
    ...response,
    conversationId: conversation.id,
    versions: [
      {
        ...version,
        answer: { ...answer, phase: 'finished' as const },
        connection: { id, name, baseUrl: fake.connection.baseUrl },
      },
    ],
  }
  fake.chat.conversation.setState({
    messages: [...messages, here],
    conversation: { ...conversation, model: 'm' },
  })
  const result: Message = { role: 'tool', content: 'done', tool_call_id: 'call_1' }
  const issues = sendMessages(fake.chat, { ...fake.connection, baseUrl: OTHER }, [result])
  expect(issues).toEqual([])
  await settled()
  return fake.sent
}

async function branched(): Promise<unknown> {
  const fake = fakeChat()
  addMessage(fake.chat, { role: 'user', content: 'Hi' })
  const { messages } = fake.chat.conversation.getState()
  const here = { ...response, conversationId: messages[0]?.conversationId ?? '' }
  fake.chat.conversation.setState({ messages: [...messages, here] })
  await settled()
  const id = await branchConversation(fake.chat, response.id)
  await openConversation(fake.chat, id ?? '')
  return messagesOf(fake.chat.conversation.getState().messages, to)
}

function fromHistory(): unknown {
  const conversation = { id: 'c', title: 'T', createdAt: 1, updatedAt: 1, model: 'm', settings: {} }
  const entry = historyFileEntry({ conversation, messages: [...records] })
  const { start, end } = historyFileFrame
  const reading = readHistoryFile(`${start}${entry}${end}`)
  return reading.ok && messagesOf(reading.conversations[0]?.messages ?? [], to)
}

function replayed(): unknown {
  const replay = answerReplay(exchange)(EVENTS.length).answer
  return messagesOf(
    [{ ...response, versions: [{ id: 'v', startedAt: 1, model: 'm', answer: replay }] }],
    to,
  )
}

function shared(): unknown {
  const messages = messagesOf(records)
  const setup = { area: 'chat' as const, model: 'm', settings: {}, messages, attachments: [] }
  return decodeSetup(encodeSetup(setup))
}

describe('what only the model of a response understands', () => {
  it.each<[string, () => unknown]>([
    ['a request to the same model', () => bodyOf(records, to)],
    [
      'a request to the same model with a suffix',
      () => bodyOf(records, { ...to, model: 'm:enable_web_search=on' }),
    ],
    ['the bytes that leave the page', sentBody],
    ['a branch', branched],
    ['history, exported and imported', fromHistory],
    ['a replay of the events', replayed],
    ...CODE_LANGUAGES.map(({ label, value }): [string, () => unknown] => [
      `code: ${label}`,
      () => requestCode(value, exchange, 'evm'),
    ]),
  ])('is carried by %s', async (_, carried) => {
    const text = JSON.stringify(await carried()) ?? ''
    expect(MARKS.filter((mark) => !text.includes(mark))).toEqual([])
  })

  it.each<[string, () => unknown]>([
    ['a request to another model', () => bodyOf(records, { ...to, model: 'other' })],
    ['a request to another server', () => bodyOf(records, { ...to, baseUrl: OTHER })],
    ['a request after the server of the connection was changed', afterChange],
    ['a shared link', shared],
    ['a case of Evaluate', () => caseOfMessages(records)],
    ['a message made editable', () => messagesOf(records)],
  ])('is left out of %s', async (_, carried) => {
    const text = JSON.stringify(await carried()) ?? ''
    expect(MARKS.filter((mark) => text.includes(mark))).toEqual([])
    expect(text).toContain('call_1')
  })

  it('is in a HAR file but for signatures, and why it is not resent is said', () => {
    const reading = readExport(toHar(redactedExchange(exchange, { content: true })))
    const [opened] = reading.ok ? reading.exchanges : []
    const text = JSON.stringify(opened)
    expect(MARKS.filter((mark) => !text.includes(mark))).toEqual(['x_signature', 'x_google'])
    expect(opened && whyNotResendable(opened)).toContain('no secrets or signatures')
  })

  it('is named under the response', () => {
    const version = shownVersion(response)
    const choice = version && selectedChoice(version)
    expect(choice && ownMembers(choice).toSorted()).toEqual(NAMES.toSorted())
    expect(version && isMadeBy(version, to)).toBe(true)
    expect(version && isMadeBy(version, { ...to, model: 'other' })).toBe(false)
    expect(ownMembers(answeredChoice({ content: 'Hi' }))).toEqual([])
    expect(ownMembers(answeredChoice({ more: { x: 1 } }))).toEqual([])
  })
})

function answeredChoice(choice: Parameters<typeof answered>[0]) {
  const whole = answered(choice).versions[0]?.answer.choices[0]
  if (whole === undefined) throw new Error('no choice')
  return whole
}
