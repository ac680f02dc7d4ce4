import type { Chat } from '../chat/chat.ts'
import { inserted } from '../chat/conversation/order.ts'
import { pendingToolCalls } from '../chat/request/pending-tool-calls.ts'
import type { ConversationTools, ToolStep } from '../storage/conversations/conversation-tools.ts'
import type { Conversation, MessageRecord } from '../storage/conversations/conversation.ts'

/** A step of one call, and what is written with it. */
export interface StepChange {
  conversationId: string
  recordId: string
  versionId: string
  /** The place of the call among those of the answer. */
  index: number
  step: ToolStep
  /** The text that answers the call: a tool message, unless it has one by now. */
  content?: string
  /** The tools of the conversation, where a decision comes with the step. */
  tools?: ConversationTools
}

/**
 * Stores a step with all that belongs to it, in one go. Returns whether it is stored: only then may
 * be done what the step says. The conversation may have left the screen meanwhile.
 */
export async function writeStep(chat: Chat, change: StepChange): Promise<boolean> {
  const { conversationId, tools } = change
  const loaded = shownConversation(chat, conversationId) ?? (await storedConversation(chat, change))
  const next = loaded && withStep(chat, loaded.messages, change)
  if (loaded === undefined || next === undefined) return false
  const conversation: Conversation = {
    ...loaded.conversation,
    ...(tools === undefined ? {} : { tools }),
    updatedAt: chat.client.world.clock.now(),
  }
  const { list, changed } = next
  if (shownConversation(chat, conversationId) !== undefined)
    chat.conversation.setState({ messages: list, conversation })
  const outcome = await chat.writer.write({
    conversationId,
    conversation,
    saved: changed,
    deleted: [],
  })
  return outcome === 'stored'
}

/**
 * How far a call is by what is stored, which another tab may have written: `undefined` where the call
 * is not there. Rejects when storage cannot be read.
 */
export async function storedStep(
  chat: Chat,
  { conversationId, recordId, versionId, index }: Omit<StepChange, 'step'>,
): Promise<ToolStep | undefined> {
  const record = await chat.writer.afterWrites(conversationId, async () =>
    (await chat.world.loadStorage()).loadMessage(recordId),
  )
  if (record?.kind !== 'answer') return undefined
  return record.versions.find(({ id }) => id === versionId)?.toolSteps?.[index]
}

interface Loaded {
  conversation: Conversation
  messages: readonly MessageRecord[]
}

function shownConversation(chat: Chat, conversationId: string): Loaded | undefined {
  const { conversation, messages, status } = chat.conversation.getState()
  return conversation.id === conversationId && status === 'ready'
    ? { conversation, messages }
    : undefined
}

async function storedConversation(
  { writer, world }: Chat,
  { conversationId }: StepChange,
): Promise<Loaded | undefined> {
  return writer.afterWrites(conversationId, async () => {
    const stored = await world
      .loadStorage()
      .then((storage) => storage.loadConversation(conversationId))
      .catch(() => undefined)
    return writer.withUnwritten(conversationId, stored)
  })
}

/** The messages with the step, and those of them that changed; undefined where the call is gone. */
function withStep(
  { client }: Chat,
  messages: readonly MessageRecord[],
  { conversationId, recordId, versionId, index, step, content }: StepChange,
): { list: readonly MessageRecord[]; changed: readonly MessageRecord[] } | undefined {
  const at = messages.findIndex(({ id }) => id === recordId)
  const record = messages[at]
  if (record?.kind !== 'answer') return undefined
  const version = record.versions.find(({ id }) => id === versionId)
  if (version === undefined) return undefined
  const stepped = { ...version, toolSteps: { ...version.toolSteps, [index]: step } }
  const next: MessageRecord = {
    ...record,
    versions: record.versions.map((one) => (one === version ? stepped : one)),
  }
  const list = messages.with(at, next)
  const call = pendingToolCalls(list).find(
    (one) => one.recordId === recordId && one.index === index,
  )
  if (content === undefined || call === undefined || record.versions[record.shown] !== version)
    return { list, changed: [next] }
  const message: MessageRecord = {
    kind: 'written',
    id: client.world.random.uuid(),
    conversationId,
    position: 0,
    message: { role: 'tool', tool_call_id: call.id, content },
  }
  const placed = inserted<MessageRecord>(list, behindResults(list, at), message)
  const isRenumbered = placed.changed.length > 1
  return { list: placed.list, changed: isRenumbered ? placed.changed : [next, ...placed.changed] }
}

/** The index behind the tool messages that follow an answer. */
function behindResults(messages: readonly MessageRecord[], at: number): number {
  let end = at + 1
  for (let next = messages[end]; next?.kind === 'written'; next = messages[end]) {
    if (next.message.role !== 'tool') break
    end += 1
  }
  return end
}
