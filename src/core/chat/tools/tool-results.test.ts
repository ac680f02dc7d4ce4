import { describe, expect, it, test } from 'vitest'

import { emptyAnswer } from '../../../../contract/chat/answer.ts'
import type { MessageRecord } from '../../storage/conversations/conversation.ts'
import { fakeChat, settled } from '../testing/fake-world.ts'
import { answered, written } from '../testing/records.ts'
import {
  addResults,
  isAtEnd,
  pendingCallsOf,
  readArguments,
  resultMessages,
  saveResult,
} from './tool-results.ts'

const call = (id: string) => ({ id, name: 'f', arguments: '{}' })
const result = (id: string, content = 'done') => ({
  role: 'tool' as const,
  tool_call_id: id,
  content,
})

function chatWith(...records: MessageRecord[]) {
  const fake = fakeChat()
  const { id: conversationId } = fake.chat.conversation.getState().conversation
  const messages = records.map((record) => ({ ...record, conversationId }))
  fake.chat.conversation.setState({ messages })
  return fake
}

test('only the open calls of the answer that was asked about are listed', () => {
  const first = answered({ toolCalls: [call('a')] })
  const second = answered({ toolCalls: [call('b'), call('c')] })
  const { chat } = chatWith(first, second, written(result('c')))
  expect(pendingCallsOf(chat, first.id).map(({ id }) => id)).toEqual(['a'])
  expect(pendingCallsOf(chat, second.id).map(({ id }) => id)).toEqual(['b'])
})

test('results being written are kept with the version that is shown, also in storage', async () => {
  const asking = answered({ toolCalls: [call('a'), call('b')] })
  const other = { id: 'other', startedAt: 2, model: 'm', answer: { ...emptyAnswer } }
  const { chat, messages } = chatWith({ ...asking, versions: [...asking.versions, other] })
  saveResult(chat, asking.id, 0, 'sunny')
  saveResult(chat, asking.id, 1, 'rainy')
  await settled()
  const stored = messages.get(asking.id)
  expect(stored).toEqual(chat.conversation.getState().messages[0])
  expect(stored).toMatchObject({
    versions: [{ toolResults: { 0: 'sunny', 1: 'rainy' } }, { id: 'other' }],
  })
  expect(stored?.kind === 'answer' && stored.versions[1]).toEqual(other)
})

test('nothing is kept for a message that is gone, was written, or has no version', async () => {
  const question = written({ role: 'user', content: 'Hello?' })
  const empty = { ...answered({}), versions: [] }
  const { chat, calls } = chatWith(question, empty)
  const before = chat.conversation.getState().messages
  for (const id of ['gone', question.id, empty.id]) saveResult(chat, id, 0, 'x')
  await settled()
  expect(chat.conversation.getState().messages).toEqual(before)
  expect(calls).toEqual([])
})

test('results become messages in the order of the calls, once none lacks', () => {
  const { chat } = chatWith(answered({ toolCalls: [call('a'), call('b')] }))
  const [record] = chat.conversation.getState().messages
  const calls = pendingCallsOf(chat, record?.id ?? '')
  expect(resultMessages(calls)).toBeUndefined()
  expect(resultMessages(calls, { 1: 'two' })).toBeUndefined()
  expect(resultMessages(calls, { 0: '', 1: 'two' })).toBeUndefined()
  expect(resultMessages(calls, { 1: 'two', 0: 'one' })).toEqual([
    result('a', 'one'),
    result('b', 'two'),
  ])
})

test('results at the end of the conversation are sent at once', async () => {
  const asking = answered({ toolCalls: [call('a'), call('b')] })
  const { chat, sent } = chatWith(
    written({ role: 'user', content: 'Weather?' }),
    asking,
    written(result('a')),
  )
  addResults(chat, asking, [result('b', 'rainy')])
  await settled()
  expect(sent).toHaveLength(1)
  expect(JSON.parse(sent[0] ?? '')).toMatchObject({
    messages: [{ role: 'user' }, { role: 'assistant' }, result('a'), result('b', 'rainy')],
  })
})

test('results elsewhere go behind those that are there, and nothing is sent', async () => {
  const asking = answered({ toolCalls: [call('a'), call('b'), call('c')] })
  const { chat, sent } = chatWith(
    asking,
    written(result('a')),
    written({ role: 'user', content: 'And now?' }),
  )
  addResults(chat, asking, [result('b'), result('c')])
  await settled()
  expect(
    chat.conversation
      .getState()
      .messages.map((one) =>
        one.kind === 'answer'
          ? 'answer'
          : one.message.role === 'tool'
            ? one.message.tool_call_id
            : one.message.role,
      ),
  ).toEqual(['answer', 'a', 'b', 'c', 'user'])
  expect(sent).toEqual([])
})

test('an answer is at the end while only results of its calls follow', () => {
  const asking = answered({ toolCalls: [call('a')] })
  const question = written({ role: 'user', content: 'Next' })
  expect(isAtEnd(chatWith(asking).chat, asking.id)).toBe(true)
  expect(isAtEnd(chatWith(asking, written(result('a'))).chat, asking.id)).toBe(true)
  expect(isAtEnd(chatWith(asking, written(result('a')), question).chat, asking.id)).toBe(false)
  expect(isAtEnd(chatWith(asking, answered({})).chat, asking.id)).toBe(false)
})

describe('readArguments', () => {
  it('reads JSON, and takes no arguments for an empty object', () => {
    expect(readArguments('{"a":[1,"b"]}')).toEqual({ ok: true, value: { a: [1, 'b'] } })
    expect(readArguments('')).toEqual({ ok: true, value: {} })
  })

  it('says why a text is no JSON', () => {
    expect(readArguments('{"city": "Zu')).toMatchObject({ ok: false, problem: /JSON|string/i })
  })

  it('changes nothing global for a hostile name', () => {
    readArguments('{"__proto__":{"polluted":true}}')
    expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false)
  })

  it('says that arguments nested thousands deep are too deep', () => {
    for (const depth of [4000, 6000, 100_000])
      expect(readArguments('{"a":'.repeat(depth) + '1' + '}'.repeat(depth))).toMatchObject({
        ok: false,
        fault: 'depth',
      })
  })
})
