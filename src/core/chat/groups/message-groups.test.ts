import { describe, expect, test } from 'vitest'

import type { MessageRecord } from '../../storage/conversations/conversation.ts'
import {
  createGrouping,
  drawActions,
  type Drawing,
  drawMore,
  type DrawnPart,
  GROUP_SIZE,
  groupMessages,
  type IsInUse,
  looked,
  type MessageGroup,
  openDrawing,
  prepare,
  toDraw,
  toWatch,
  WHOLE,
  withOrder,
} from './message-groups.ts'

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

const AHEAD = 4
const nobody = () => false
const upTo = (count: number) => Array.from({ length: count }, (_, key) => key)
const part = (count: number): DrawnPart => ({ from: 'end', count, actions: false })

/** A conversation that was opened at its end, whose reader has some groups near. */
function reading(count: number, ...near: number[]): Drawing {
  return see(openDrawing(upTo(count), count - 1), near)
}

/** What the browser says once these groups alone are near. */
function see(
  drawing: Drawing,
  near: readonly number[],
  isInUse: IsInUse = nobody,
  ahead = AHEAD,
): Drawing {
  const seen = new Map(drawing.order.map((key) => [key, near.includes(key)]))
  return looked(drawing, seen, isInUse, ahead)
}

/** Draws what is near, as the frames after do. */
function drawn(drawing: Drawing): Drawing {
  return toDraw(drawing).reduce((next, key) => drawMore(next, key, 'end', GROUP_SIZE), drawing)
}

/** Follows a reader who has each of some groups near in turn and never rests. */
function read(count: number, keys: readonly number[], isInUse: IsInUse = nobody): Drawing {
  return keys.reduce(
    (drawing, key) => drawn(see(drawing, [key], isInUse)),
    openDrawing(upTo(count), count),
  )
}

/** All that an idle page does, until nothing is left. */
function rested(drawing: Drawing, isInUse: IsInUse = nobody, ahead = AHEAD): Drawing {
  const next = prepare(drawing, isInUse, ahead)
  return next === drawing ? drawing : rested(next, isInUse, ahead)
}

const keysOf = ({ parts }: Drawing) => [...parts.keys()].toSorted((a, b) => a - b)

describe('drawing what is near', () => {
  test('behavior: what came near is drawn, a few messages at a time, from the side of the reader', () => {
    const near = reading(10, 6, 7, 8, 9)
    expect(toDraw(near)).toEqual([6, 7, 8])
    const once = drawMore(near, 8, 'end', 2)
    expect(once.parts.get(8)).toEqual(part(2))
    // The side is where the reader was when the first of them was drawn.
    expect(drawMore(once, 8, 'start', 2).parts.get(8)).toEqual(part(4))
    expect(toDraw(drawMore(near, 8, 'end', GROUP_SIZE))).toEqual([6, 7])
  })

  test('behavior: nothing changes while the browser says nothing new', () => {
    const near = reading(10, 9)
    expect(see(near, [9])).toBe(near)
  })

  test('behavior: a new group that came near is drawn whole, one far from the view is text', () => {
    const more = withOrder(reading(10, 9), upTo(12))
    expect(toWatch(more)).toEqual([8, 9, 10, 11])
    const next = see(more, [9, 10])
    expect(next.parts.get(10)).toEqual(WHOLE)
    expect(next.parts.has(11)).toBe(false)
    expect(next.known).toBe(11)
  })

  test('behavior: who looks for words in the page has everything drawn, and it stays', () => {
    const found = drawn({ ...reading(30, 29), drawsAll: true })
    expect(toDraw(found)).toEqual([])
    expect(keysOf(rested(see(found, [0])))).toEqual(upTo(30))
  })
})

describe('releasing what was left', () => {
  test('behavior: a reader who never rests leaves a limited number of groups drawn, the last ones', () => {
    const far = read(500, upTo(500))
    expect(far.parts.size).toBeLessThanOrEqual(AHEAD + 8 + 1)
    expect(far.parts.has(499)).toBe(true)
    expect(far.parts.has(0)).toBe(false)
  })

  test('behavior: what was read last stays, not what was drawn last', () => {
    const far = read(100, [0, 1, 2, 0, ...upTo(12).map((key) => key + 50)])
    expect(far.parts.has(0)).toBe(true)
    expect(far.parts.has(1)).toBe(false)
  })

  test('behavior: a reader who rests keeps what is near and what is ahead, and no more', () => {
    const up = rested({ ...read(100, [80, 70, 60, 50]), isHeadingUp: true })
    expect(keysOf(up)).toEqual([46, 47, 48, 49, 50])
    const down = rested({ ...up, isHeadingUp: false })
    expect(keysOf(down)).toEqual([50, 51, 52, 53, 54])
  })

  test('behavior: a group that someone works in stays drawn', () => {
    const isInUse = (key: number) => key === 7
    expect(read(100, upTo(100), isInUse).parts.has(7)).toBe(true)
    expect(keysOf(rested(read(100, [7, 90]), isInUse))).toContain(7)
  })
})

describe('preparing', () => {
  test('behavior: an idle page draws four messages a moment, the next group first', () => {
    const up = { ...drawn(reading(10, 8, 9)), isHeadingUp: true }
    expect(prepare(up, nobody, AHEAD).parts.get(7)).toEqual(part(4))
    expect(keysOf(rested(up))).toEqual([4, 5, 6, 7, 8, 9])
  })

  test('behavior: at an end of the conversation it draws on the other side', () => {
    const atEnd = rested(drawn(reading(10, 9)))
    expect(keysOf(atEnd)).toEqual([5, 6, 7, 8, 9])
    expect(rested(atEnd)).toBe(atEnd)
  })

  test('behavior: nothing is drawn ahead in a browser that would move what is read', () => {
    const atEnd = drawn(reading(10, 9))
    expect(prepare(atEnd, nobody, 0)).toBe(atEnd)
  })

  test('behavior: buttons come with one group near the view after another', () => {
    const near = drawn(reading(10, 8, 9))
    const next = drawActions(near)
    expect(next.parts.get(8)?.actions).toBe(true)
    expect(drawActions(next)).toBe(next)
  })
})

describe('watching', () => {
  test('behavior: only what is near and one beyond is watched, all after a jump', () => {
    expect(toWatch(reading(10, 5, 6))).toEqual([4, 5, 6, 7])
    expect(toWatch(reading(10))).toEqual(upTo(10))
  })

  test('behavior: a deleted group is near no more', () => {
    expect([...withOrder(reading(10, 5, 6), [0, 1, 2, 3, 4, 6]).near]).toEqual([6])
  })
})
