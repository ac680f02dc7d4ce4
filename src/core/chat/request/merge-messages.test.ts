import fc from 'fast-check'
import { expect, test } from 'vitest'

import type { Message } from '../../../../contract/chat/messages.ts'
import type { MessageRecord } from '../../storage/conversations/conversation.ts'
import { mergeMessages } from './apply-request.ts'

const record = (id: string, content: string, position: number): MessageRecord => ({
  kind: 'written',
  id,
  conversationId: 'c',
  position,
  message: { role: 'user', content },
})

const answer = (id: string, position: number): MessageRecord => ({
  kind: 'answer',
  id,
  conversationId: 'c',
  position,
  versions: [],
  shown: 0,
})

/** An answer says its id; an answer called "silent" says nothing. */
const sent = (one: MessageRecord): Message | undefined =>
  one.kind === 'written'
    ? one.message
    : one.id === 'silent'
      ? undefined
      : { role: 'assistant', content: one.id }

const user = (content: string): Message => ({ role: 'user', content })
const merge = (before: MessageRecord[], messages: Message[]) =>
  mergeMessages(before, messages, sent, 'c')

const before = [record('1', 'a', 1), answer('2', 2), record('3', 'b', 3)]
const same: Message[] = [user('a'), { role: 'assistant', content: '2' }, user('b')]

test('what was not edited stays the same record', () => {
  expect(merge(before, same)).toEqual({ list: before, changed: [], removed: [] })
})

test('an edited message keeps its record; the answer beside it keeps its versions', () => {
  const { list, changed, removed } = merge(before, [user('A'), ...same.slice(1)])
  expect(list.map(({ id }) => id)).toEqual(['1', '2', '3'])
  expect(changed).toEqual([{ ...before[0], message: user('A') }])
  expect(removed).toEqual([])
})

test('an edited answer becomes a written message', () => {
  const edited: Message = { role: 'assistant', content: 'mine' }
  const { list, removed } = merge(before, [user('a'), edited, user('b')])
  expect(list[1]).toMatchObject({ kind: 'written', message: edited })
  expect(removed).toEqual([before[1]])
})

test('messages are added and removed anywhere', () => {
  const added = merge(before, [...same, user('c')])
  expect(added.list.map(({ position }) => position)).toEqual([1, 2, 3, 4])
  expect(added.changed).toHaveLength(1)
  const first = merge(before, [user('start'), ...same])
  expect(first.list).toHaveLength(4)
  expect(merge(before, same.slice(1)).removed).toEqual([before[0]])
})

test('an answer without content stays where it was', () => {
  const withSilent = [record('1', 'a', 1), answer('silent', 2)]
  expect(merge(withSilent, [user('b')]).list.map(({ id }) => id)).toEqual(['1', 'silent'])
})

test('the list says what was written, in order, with rising positions', () => {
  const texts = fc.array(fc.constantFrom('a', 'b', 'c'), { maxLength: 6 })
  fc.assert(
    fc.property(texts, texts, (old, next) => {
      const records = old.map((text, index) => record(`r${index}`, text, index + 1))
      const { list, changed, removed } = merge(records, next.map(user))
      expect(list.map((one) => sent(one)?.content)).toEqual(next)
      for (const [index, { position }] of list.entries())
        expect(position).toBeGreaterThan(list[index - 1]?.position ?? -Infinity)
      expect(new Set(list.map(({ id }) => id)).size).toBe(list.length)
      const gone = records.filter(({ id }) => list.every((one) => one.id !== id))
      expect(removed).toEqual(gone)
      for (const one of list) if (!records.includes(one)) expect(changed).toContain(one)
    }),
  )
})
