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
