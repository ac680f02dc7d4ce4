import type { JsonValue } from '../../../../contract/json.ts'
import type { MessageRecord } from '../conversations/conversation.ts'
import type { LoadedConversation } from '../conversations/conversations.ts'

/** What becomes of a conversation that comes in: new here, here already, or kept beside another. */
export type Merge =
  | { kind: 'added'; loaded: LoadedConversation }
  | { kind: 'same' }
  | { kind: 'copied'; loaded: LoadedConversation }

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i

/**
 * Decides about one incoming conversation, given what is stored under its id. Nothing stored is ever
 * changed: what differs is kept as a second conversation. Messages get ids of their own, so that a
 * file cannot reach into another conversation.
 */
export function mergeConversation(
  incoming: LoadedConversation,
  stored: LoadedConversation | undefined,
  newId: () => string,
): Merge {
  if (stored === undefined) {
    const { id } = incoming.conversation
    return { kind: 'added', loaded: withIds(incoming, UUID.test(id) ? id : newId(), newId) }
  }
  if (sameConversation(incoming, stored)) return { kind: 'same' }
  return { kind: 'copied', loaded: withIds(incoming, newId(), newId) }
}

/** A conversation with ids of its own: a copy that can stand beside the original. */
export function copyConversation(
  loaded: LoadedConversation,
  newId: () => string,
): LoadedConversation {
  return withIds(loaded, newId(), newId)
}

function withIds(
  { conversation, messages }: LoadedConversation,
  conversationId: string,
  newId: () => string,
): LoadedConversation {
  const ids = new Map<string, string>()
  for (const record of messages) {
    ids.set(record.id, newId())
    if (record.kind === 'answer') for (const { id } of record.versions) ids.set(id, newId())
  }
  return {
    conversation: { ...conversation, id: conversationId },
    messages: messages.map((record): MessageRecord => ({
      ...renamed(record, ids),
      conversationId,
    })),
  }
}

/** What was said is not searched for ids: only the record around it refers to other records. */
const CONTENT = new Set(['message', 'answer'])

function renamed<T>(value: T, ids: ReadonlyMap<string, string>): T {
  if (typeof value === 'string') return (ids.get(value) ?? value) as T
  if (Array.isArray(value)) return value.map((item) => renamed(item, ids)) as T
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => [
      key,
      CONTENT.has(key) ? member : renamed(member, ids),
    ]),
  ) as T
}

/** Whether two conversations say the same, whatever the ids of their messages. */
function sameConversation(a: LoadedConversation, b: LoadedConversation): boolean {
  return (
    a.messages.length === b.messages.length &&
    a.conversation.model === b.conversation.model &&
    sameJson(a.conversation.settings, b.conversation.settings) &&
    a.messages.every((record, index) => sameRecord(record, b.messages[index]))
  )
}

function sameRecord(a: MessageRecord, b: MessageRecord | undefined): boolean {
  if (a.kind === 'written') return b?.kind === 'written' && sameJson(a.message, b.message)
  if (b?.kind !== 'answer' || a.versions.length !== b.versions.length) return false
  return a.versions.every((version, index) =>
    sameJson(version.answer.choices, b.versions[index]?.answer.choices),
  )
}

/** Whether two values are written as the same JSON, whatever the order of their members. */
function sameJson(a: unknown, b: unknown): boolean {
  return a === b || canonical(a) === canonical(b)
}

function canonical(value: unknown): string | undefined {
  return JSON.stringify(value, (_, member: JsonValue) =>
    typeof member === 'object' && member !== null && !Array.isArray(member)
      ? Object.fromEntries(
          Object.entries(member).toSorted(([one], [other]) => (one < other ? -1 : 1)),
        )
      : member,
  )
}
