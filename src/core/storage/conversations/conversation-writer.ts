import type { Conversation, MessageRecord } from './conversation.ts'
import type { ConversationChanges, LoadedConversation } from './conversations.ts'

/** Writes changes as `saveChanges` of `conversations.ts` does. */
type Save = (changes: ConversationChanges, options: { create: boolean }) => Promise<boolean>

/** What became of a write. `deleted`: the conversation is not stored any more, and was not brought back. */
export type WriteOutcome = 'stored' | 'unsaved' | 'deleted'

/**
 * Writes conversations in the order of their changes, and remembers what of each could not be
 * written. It is written with the next change of that conversation; until then it is part of what
 * {@link ConversationWriter.withUnwritten} returns.
 */
export interface ConversationWriter {
  /** Writes changes after those before. Never rejects. */
  write(changes: ConversationChanges): Promise<WriteOutcome>
  /** As `write`, also when the conversation was deleted since it was stored. */
  create(loaded: LoadedConversation): Promise<WriteOutcome>
  /** Tries again what could not be written of any conversation. */
  retryUnsaved(): void
  /** Runs a task once the writes of a conversation are through; it is not written meanwhile. */
  afterWrites<Result>(conversationId: string, task: () => Promise<Result>): Promise<Result>
  /** Resolves once everything written so far is stored, or known not to be. */
  settled(): Promise<void>
  /** A conversation from storage with what is not written yet; undefined when there is nothing of it. */
  withUnwritten(
    conversationId: string,
    loaded: LoadedConversation | undefined,
  ): LoadedConversation | undefined
  /** Whether a message, or the record of the conversation itself, is still to be written. */
  isUnwritten(conversationId: string, messageId?: string): boolean
  /** Whether the last write of a conversation failed. */
  isUnsaved(conversationId: string): boolean
  /** The records of conversations that are still to be written. */
  unwrittenConversations(): readonly Conversation[]
  /** Whether a conversation is known to have been stored: missing, it was deleted. */
  wasStored(conversationId: string): boolean
  /** Takes a conversation for one that was never stored: this tab deletes it. */
  forget(conversationId: string): void
}

interface Unwritten {
  conversation?: Conversation | undefined
  /** By id; undefined for one to be deleted. */
  messages: Map<string, MessageRecord | undefined>
}

/** Creates a writer. `onOutcome` is called after every write. */
export function createConversationWriter(
  save: Save,
  onOutcome: (conversationId: string, outcome: WriteOutcome) => void,
): ConversationWriter {
  const unwritten = new Map<string, Unwritten>()
  /** The end of the last write or task, by conversation. */
  const tails = new Map<string, Promise<unknown>>()
  /** Conversations that are known to be stored: what is missing now was deleted. */
  const stored = new Set<string>()
  /** Conversations with changes that no write has tried to store yet, or that are to be tried again. */
  const due = new Set<string>()
  const outcomes = new Map<string, WriteOutcome>()

  const enqueue = <Result>(id: string, task: () => Promise<Result>): Promise<Result> => {
    const run = (tails.get(id) ?? Promise.resolve()).then(task)
    const tail = run
      .catch(() => undefined)
      .then(() => {
        if (tails.get(id) === tail) tails.delete(id)
      })
    tails.set(id, tail)
    return run
  }

  const flush = async (id: string): Promise<WriteOutcome> => {
    const changes = unwritten.get(id)
    // The write before took these changes along.
    if (changes === undefined || !due.delete(id)) return outcomes.get(id) ?? 'stored'
    const { conversation, messages } = changes
    const entries = [...messages]
    const written = {
      conversationId: id,
      conversation,
      saved: entries.flatMap(([, record]) => record ?? []),
      deleted: entries.flatMap(([messageId, record]) => (record === undefined ? messageId : [])),
    }
    const outcome = await save(written, { create: !stored.has(id) }).then(
      (isWritten): WriteOutcome => (isWritten ? 'stored' : 'deleted'),
      (): WriteOutcome => 'unsaved',
    )
    outcomes.set(id, outcome)
    if (outcome !== 'unsaved') {
      if (outcome === 'stored') stored.add(id)
      // What changed while this was written stays.
      if (changes.conversation === conversation) delete changes.conversation
      for (const [messageId, record] of entries)
        if (messages.get(messageId) === record) messages.delete(messageId)
      if (changes.conversation === undefined && messages.size === 0) unwritten.delete(id)
    }
    onOutcome(id, outcome)
    return outcome
  }

  const isUnsaved = (id: string) => outcomes.get(id) === 'unsaved'
  const writeDue = (id: string) => {
    due.add(id)
    return enqueue(id, () => flush(id))
  }

  const write = ({ conversationId, conversation, saved, deleted }: ConversationChanges) => {
    const changes: Unwritten = unwritten.get(conversationId) ?? { messages: new Map() }
    unwritten.set(conversationId, changes)
    if (conversation !== undefined) changes.conversation = conversation
    for (const record of saved) changes.messages.set(record.id, record)
    for (const id of deleted) changes.messages.set(id, undefined)
    return writeDue(conversationId)
  }

  return {
    write,
    retryUnsaved: () => {
      for (const id of unwritten.keys()) if (isUnsaved(id)) void writeDue(id)
    },
    create: ({ conversation, messages }) => {
      const { id } = conversation
      stored.delete(id)
      return write({ conversationId: id, conversation, saved: messages, deleted: [] })
    },
    afterWrites: enqueue,
    settled: async () => {
      await Promise.all(tails.values())
    },
    withUnwritten: (id, loaded) => {
      if (loaded !== undefined) stored.add(id)
      const changes = unwritten.get(id)
      const conversation = changes?.conversation ?? loaded?.conversation
      if (conversation === undefined) return undefined
      const messages = new Map(loaded?.messages.map((record) => [record.id, record]))
      for (const [messageId, record] of changes?.messages ?? [])
        if (record === undefined) messages.delete(messageId)
        else messages.set(messageId, record)
      return {
        conversation,
        messages: [...messages.values()].toSorted((a, b) => a.position - b.position),
      }
    },
    isUnwritten: (id, messageId) => {
      const changes = unwritten.get(id)
      if (changes === undefined) return false
      return messageId === undefined
        ? changes.conversation !== undefined
        : changes.messages.has(messageId)
    },
    isUnsaved,
    unwrittenConversations: () =>
      [...unwritten.values()].flatMap(({ conversation }) => conversation ?? []),
    wasStored: (id) => stored.has(id),
    forget: (id) => void stored.delete(id),
  }
}
