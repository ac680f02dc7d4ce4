import type {
  Conversation,
  MessageRecord,
} from '../../../core/storage/conversations/conversation.ts'
import { restoreConversation } from '../../../core/storage/conversations/conversations.ts'
import { conversationStore } from './conversation-store.ts'

/**
 * Makes a new conversation of the messages up to and with one of them, and gives its id; undefined
 * when there is no such message. The original stays as it is.
 */
export async function branchConversation(recordId: string): Promise<string | undefined> {
  const { conversation, messages } = conversationStore.getState()
  const at = messages.findIndex(({ id }) => id === recordId)
  if (at < 0) return undefined
  const branch = branchOf(conversation, messages.slice(0, at + 1), Date.now())
  await restoreConversation(branch)
  return branch.conversation.id
}

/** A copy under new ids; nothing in it can be taken for the original. */
function branchOf(
  conversation: Conversation,
  messages: readonly MessageRecord[],
  nowMs: number,
): { conversation: Conversation; messages: MessageRecord[] } {
  const id = crypto.randomUUID()
  const { title, model, settings, variables } = conversation
  return {
    conversation: {
      id,
      title: `Branch of ${title || 'an untitled chat'}`,
      createdAt: nowMs,
      updatedAt: nowMs,
      model,
      settings,
      ...(variables === undefined ? {} : { variables }),
    },
    messages: messages.map((record) => ({
      ...record,
      ...(record.kind === 'answer'
        ? {
            // The exchange stays with the answer that it brought.
            versions: record.versions.map(({ exchangeId: _, ...version }) => ({
              ...version,
              id: crypto.randomUUID(),
            })),
          }
        : {}),
      id: crypto.randomUUID(),
      conversationId: id,
    })),
  }
}
