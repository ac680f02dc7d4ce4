import type { World } from '../../client/world.ts'
import {
  type Conversation,
  type ConversationTools,
  copiedVersion,
  type MessageRecord,
} from '../../storage/conversations/conversation.ts'
import type { Chat } from '../chat.ts'

/** Makes a new conversation of the messages up to one of them, and gives its id; undefined without that one. */
export async function branchConversation(
  chat: Chat,
  recordId: string,
): Promise<string | undefined> {
  const { conversation, messages } = chat.conversation.getState()
  const at = messages.findIndex(({ id }) => id === recordId)
  if (at < 0) return undefined
  const branch = branchOf(chat.client.world, conversation, messages.slice(0, at + 1))
  const storage = await chat.world.loadStorage()
  await storage.restoreConversation(branch)
  return branch.conversation.id
}

/** A copy under new ids; nothing in it can be taken for the original. */
function branchOf(
  { clock, random }: World,
  conversation: Conversation,
  messages: readonly MessageRecord[],
): { conversation: Conversation; messages: MessageRecord[] } {
  const now = clock.now()
  const id = random.uuid()
  const { title, model, settings, variables, headers, tools } = conversation
  return {
    conversation: {
      id,
      title: `Branch of ${title || 'an untitled chat'}`,
      createdAt: now,
      updatedAt: now,
      model,
      settings,
      ...(variables === undefined ? {} : { variables }),
      ...(headers === undefined ? {} : { headers }),
      ...(tools === undefined ? {} : { tools: withoutDecisions(tools) }),
    },
    messages: messages.map((record) => ({
      ...record,
      ...(record.kind === 'answer'
        ? { versions: record.versions.map((version) => copiedVersion(version, random.uuid())) }
        : {}),
      id: random.uuid(),
      conversationId: id,
    })),
  }
}

/** What a person allowed is allowed in that conversation alone. */
function withoutDecisions({
  approvals: _,
  since: __,
  ...tools
}: ConversationTools): ConversationTools {
  return tools
}
