import { canonicalJson } from '../../../../contract/canonical-json.ts'
import { copiedVersion, type MessageRecord } from '../conversations/conversation.ts'
import type { LoadedConversation } from '../conversations/conversations.ts'

/** What becomes of a conversation that comes in: new here, here already, or kept beside another. */
export type Merge =
  | { kind: 'added'; loaded: LoadedConversation }
  | { kind: 'same' }
  | { kind: 'copied'; loaded: LoadedConversation }

/** Whether a text is an id as this page makes them. */
function isUuid(text: string): boolean {
  return /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text)
}

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
    return { kind: 'added', loaded: withIds(incoming, isUuid(id) ? id : newId(), newId) }
  }
  if (sameConversation(incoming, stored)) return { kind: 'same' }
  return { kind: 'copied', loaded: withIds(incoming, newId(), newId) }
}

/**
 * Every record gets an id and a place of its own, so that no two of a file are the same.
 */
function withIds(
  { conversation, messages }: LoadedConversation,
  conversationId: string,
  newId: () => string,
): LoadedConversation {
  // How tools run, and what was allowed, is of that conversation.
  const { tools: _, ...rest } = conversation
  return {
    conversation: { ...rest, id: conversationId },
    messages: inOrder(messages).map((record, at): MessageRecord => {
      const own = { id: newId(), conversationId, position: at + 1 }
      if (record.kind === 'written') return { ...record, ...own }
      const versions = record.versions.map((version) => copiedVersion(version, newId()))
      return { ...record, ...own, versions }
    }),
  }
}

function inOrder(messages: readonly MessageRecord[]): MessageRecord[] {
  return messages.toSorted((a, b) => a.position - b.position)
}

/** Whether two conversations say the same, whatever the ids of their messages. */
function sameConversation(a: LoadedConversation, b: LoadedConversation): boolean {
  return (
    a.messages.length === b.messages.length &&
    a.conversation.model === b.conversation.model &&
    sameJson(a.conversation.settings, b.conversation.settings) &&
    inOrder(a.messages).every((record, index) => sameRecord(record, b.messages[index]))
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
  return a === b || canonicalJson(a) === canonicalJson(b)
}
