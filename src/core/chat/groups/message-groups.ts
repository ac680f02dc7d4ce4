import type { MessageRecord } from '../../storage/conversations/conversation.ts'

/** Neighboring messages that are laid out, drawn and dropped together. */
export interface MessageGroup {
  /** Stays with the group while messages come and go; a group made later has a higher one. */
  key: number
  messages: readonly MessageRecord[]
}

/** Messages in a full group: many, because the browser asks of each group in each frame whether it is near. */
export const GROUP_SIZE = 16

/** Divides the messages of one conversation as they change; see {@link groupMessages}. */
export function createGrouping(): (messages: readonly MessageRecord[]) => readonly MessageGroup[] {
  let groups: readonly MessageGroup[] = []
  return (messages) => (groups = groupMessages(messages, groups))
}

/**
 * Divides messages into groups. Messages that stood in a group stay in it, so that inserting or
 * deleting one redraws no others; a group that didn't change is the same object.
 */
export function groupMessages(
  messages: readonly MessageRecord[],
  before: readonly MessageGroup[] = [],
): MessageGroup[] {
  const present = new Set(messages.map(({ id }) => id))
  const starts = new Map(
    before.flatMap(({ key, messages: [...members] }) => {
      const first = members.find(({ id }) => present.has(id))
      return first === undefined ? [] : [[first.id, key] as const]
    }),
  )
  const groups: { key: number; messages: MessageRecord[] }[] = []
  let unused = before.reduce((highest, { key }) => Math.max(highest, key), -1) + 1
  for (const message of messages) {
    const key = starts.get(message.id)
    const current = groups.at(-1)
    if (key !== undefined) groups.push({ key, messages: [message] })
    else if (current !== undefined && current.messages.length < GROUP_SIZE)
      current.messages.push(message)
    else groups.push({ key: unused++, messages: [message] })
  }
  const known = new Map(before.map((group) => [group.key, group]))
  return groups.map((group) => {
    const old = known.get(group.key)
    return old !== undefined && sameMembers(old, group) ? old : group
  })
}

function sameMembers({ messages: a }: MessageGroup, { messages: b }: MessageGroup): boolean {
  return a.length === b.length && a.every((message, index) => message === b[index])
}

/** How many messages of a group are drawn, counted from the side where the reader is. */
export interface DrawnPart {
  from: 'start' | 'end'
  count: number
  /** Whether their buttons are drawn too. */
  actions: boolean
}

/** A group of which everything is drawn. */
export const WHOLE: DrawnPart = { from: 'start', count: GROUP_SIZE, actions: true }

/**
 * Which groups of a conversation are drawn, and what that depends on. Every function here takes one
 * and returns the next; the same object when there was nothing to do.
 */
export interface Drawing {
  /** The keys of all groups, from the first to the last. */
  order: readonly number[]
  /** What is drawn, the group that was left longest ago first. All other groups are text. */
  parts: ReadonlyMap<number, DrawnPart>
  /** The highest key that has been looked at: groups beyond are new, and drawn. */
  known: number
  /** The groups near the view. */
  near: ReadonlySet<number>
  isHeadingUp: boolean
  /** Once someone looked for words in the page: everything is drawn, and stays. */
  drawsAll: boolean
}

/** Whether someone works in a group, so that it must stay drawn wherever the reader is. */
export type IsInUse = (key: number) => boolean

/** How many groups that were left may stay drawn until nobody scrolls. */
const LEFT_TO_RELEASE = 8

/** Messages that are drawn in one idle moment. */
const DRAWN_WHEN_IDLE = 4

/** A conversation as it opens, with the groups from one on drawn. @param first index of that group */
export function openDrawing(order: readonly number[], first: number): Drawing {
  return {
    order,
    parts: new Map(order.slice(first).map((key) => [key, WHOLE])),
    known: Math.max(-1, ...order),
    near: new Set(),
    isHeadingUp: false,
    drawsAll: false,
  }
}

/** After groups came or went. */
export function withOrder(drawing: Drawing, order: readonly number[]): Drawing {
  const near = new Set(order.filter((key) => drawing.near.has(key)))
  return { ...drawing, order, near }
}

/**
 * The groups to ask the browser about: those near the view, one beyond on each side, and new ones; all
 * when none is near, as after a jump. The browser asks of each in each frame.
 */
export function toWatch({ order, near, known }: Drawing): readonly number[] {
  if (near.size === 0) return order
  const isNear = (key: number | undefined) => key !== undefined && near.has(key)
  return order.filter(
    (key, at) => key > known || [order[at - 1], key, order[at + 1]].some((each) => isNear(each)),
  )
}

/**
 * After the browser said of some groups whether they are near the view. What was left stays for a
 * while, so that it isn't released while the reader scrolls.
 * @param ahead how many groups beside those near may be drawn
 */
export function looked(
  drawing: Drawing,
  seen: ReadonlyMap<number, boolean>,
  isInUse: IsInUse,
  ahead: number,
): Drawing {
  const changed = [...seen].filter(
    ([key, isNear]) => isNear !== drawing.near.has(key) || key > drawing.known,
  )
  if (changed.length === 0) return drawing
  const near = new Set(drawing.near)
  const parts = new Map(drawing.parts)
  for (const [key, isNear] of changed) {
    const part = parts.get(key)
    if (isNear) near.add(key)
    else if (near.delete(key) && part !== undefined && parts.delete(key)) parts.set(key, part)
    // What is new stands where someone acts, and was drawn when it came.
    if (isNear && key > drawing.known) parts.set(key, WHOLE)
  }
  const known = Math.max(drawing.known, ...changed.map(([key]) => key))
  const left = leftBy({ ...drawing, parts }, near, isInUse)
  for (const key of left.slice(0, Math.max(0, left.length - ahead - LEFT_TO_RELEASE)))
    parts.delete(key)
  return { ...drawing, near, parts, known }
}

/** The groups to draw now, in the frames that come. */
export function toDraw({ drawsAll, order, near, parts }: Drawing): readonly number[] {
  return [...(drawsAll ? order : near)].filter((key) => !isDrawn(parts, key))
}

/** With more messages of a group drawn; the side counts only where nothing of it was drawn. */
export function drawMore(
  drawing: Drawing,
  key: number,
  from: DrawnPart['from'],
  more: number,
): Drawing {
  const part = drawing.parts.get(key) ?? { from, count: 0, actions: false }
  const parts = new Map(drawing.parts).set(key, { ...part, count: part.count + more })
  return { ...drawing, parts }
}

/** With the buttons of one more group near the view. */
export function drawActions(drawing: Drawing): Drawing {
  const { near, parts } = drawing
  const next = [...parts].find(([key, { actions }]) => near.has(key) && !actions)
  if (next === undefined) return drawing
  const [key, part] = next
  return { ...drawing, parts: new Map(parts).set(key, { ...part, actions: true }) }
}

/** What an idle page does next: it draws a little ahead of the reader, then releases a group that they left. */
export function prepare(drawing: Drawing, isInUse: IsInUse, ahead: number): Drawing {
  const beside = groupsAhead(drawing, ahead)
  const next = beside.find(({ key }) => !isDrawn(drawing.parts, key))
  if (next !== undefined) return drawMore(drawing, next.key, next.from, DRAWN_WHEN_IDLE)
  const stay = new Set([...drawing.near, ...beside.map(({ key }) => key)])
  const [left] = leftBy(drawing, stay, isInUse)
  if (left === undefined) return drawing
  return { ...drawing, parts: new Map([...drawing.parts].filter(([key]) => key !== left)) }
}

/** The groups beside those near, where the reader is heading; at an end, those on the other side. */
function groupsAhead({ order, near, isHeadingUp }: Drawing, count: number) {
  const first = order.findIndex((key) => near.has(key))
  if (first < 0) return []
  const last = order.findLastIndex((key) => near.has(key))
  const above = order
    .slice(0, first)
    .map((key) => ({ key, from: 'end' as const }))
    .toReversed()
  const below = order.slice(last + 1).map((key) => ({ key, from: 'start' as const }))
  const [ahead, behind] = isHeadingUp ? [above, below] : [below, above]
  return [...ahead, ...behind].slice(0, count)
}

/** The drawn groups that may become text, the one that was left longest ago first. */
function leftBy({ parts, drawsAll }: Drawing, stay: ReadonlySet<number>, isInUse: IsInUse) {
  if (drawsAll) return []
  return [...parts.keys()].filter((key) => !stay.has(key) && !isInUse(key))
}

function isDrawn(parts: Drawing['parts'], key: number): boolean {
  return (parts.get(key)?.count ?? 0) >= GROUP_SIZE
}
