import { describe, expect, test } from 'vitest'

import type { MessageRecord } from '../../storage/conversations/conversation.ts'
import { createGrouping, GROUP_SIZE, groupMessages, type MessageGroup } from './message-groups.ts'

function message(id: string): MessageRecord {
  return {
    kind: 'written',
    id,
    conversationId: 'c',
    position: 1,
    message: { role: 'user', content: id },
  }
}

const messages = (count: number) => Array.from({ length: count }, (_, at) => message(`m${at}`))

/** A full group, by the numbers of its messages. */
const full = (group: number) => messages((group + 1) * GROUP_SIZE).slice(group * GROUP_SIZE)

const keysAndSizes = (groups: readonly MessageGroup[]) =>
  groups.map((group) => [group.key, group.messages.length])

describe('groups of messages', () => {
  test('behavior: messages are divided into groups of the same size, in order', () => {
    const groups = groupMessages(messages(2 * GROUP_SIZE + 1))
    expect(groups.map((group) => group.messages.length)).toEqual([GROUP_SIZE, GROUP_SIZE, 1])
    expect(groups.flatMap((group) => group.messages)).toEqual(messages(2 * GROUP_SIZE + 1))
  })

  test('behavior: a new message at the end draws no other group again', () => {
    const all = messages(2 * GROUP_SIZE + 2)
    const group = createGrouping()
    const before = group(all)
    const after = group([...all, message('new')])
    expect(after[0]).toBe(before[0])
    expect(after[1]).toBe(before[1])
    expect(keysAndSizes(after)[2]).toEqual([2, 3])
  })

  test('behavior: a message inserted into a full group moves none of the next group', () => {
    const all = messages(2 * GROUP_SIZE)
    const before = groupMessages(all)
    const after = groupMessages(all.toSpliced(2, 0, message('new')), before)
    expect(keysAndSizes(after)).toEqual([
      [0, GROUP_SIZE],
      [2, 1],
      [1, GROUP_SIZE],
    ])
    expect(after[2]).toBe(before[1])
  })

  test('behavior: deleting the first message of a group leaves the rest in their group', () => {
    const all = messages(2 * GROUP_SIZE)
    const before = groupMessages(all)
    const after = groupMessages(all.toSpliced(GROUP_SIZE, 1), before)
    expect(keysAndSizes(after)).toEqual([
      [0, GROUP_SIZE],
      [1, GROUP_SIZE - 1],
    ])
    expect(after[0]).toBe(before[0])
  })

  test('behavior: a group whose messages are all deleted is gone', () => {
    const all = messages(3 * GROUP_SIZE)
    const after = groupMessages(all.toSpliced(GROUP_SIZE, GROUP_SIZE), groupMessages(all))
    expect(after.map((group) => group.messages)).toEqual([full(0), full(2)])
    expect(after.map(({ key }) => key)).toEqual([0, 2])
  })

  test('behavior: a moved message is drawn where it now stands, each message once', () => {
    const all = messages(3 * GROUP_SIZE)
    const moved = all.toSpliced(GROUP_SIZE, 1).toSpliced(2, 0, message(`m${GROUP_SIZE}`))
    const after = groupMessages(moved, groupMessages(all))
    expect(after.flatMap((group) => group.messages)).toEqual(moved)
    expect(new Set(after.map(({ key }) => key)).size).toBe(after.length)
  })

  test('behavior: a changed message changes its own group alone', () => {
    const all = messages(3 * GROUP_SIZE)
    const at = GROUP_SIZE + 1
    const before = groupMessages(all)
    const after = groupMessages(all.with(at, message(`m${at}`)), before)
    expect(after.map((group, index) => group === before[index])).toEqual([true, false, true])
  })
})
