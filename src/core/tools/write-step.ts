import { canonicalJson } from '../../../contract/json-text.ts'
import type { Chat } from '../chat/chat.ts'
import { inserted } from '../chat/conversation/authored-messages.ts'
import { readConversation } from '../chat/conversation/current-conversation.ts'
import { pendingToolCalls } from '../chat/request/pending-tool-calls.ts'
import type {
  AnswerVersion,
  Conversation,
  ConversationTools,
  MessageRecord,
  ToolStep,
} from '../storage/conversations/conversation.ts'

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
 * `unreadable`: what is stored of the conversation could not be read. `elsewhere`: another tab has taken a
 * step of this call since.
 */
export type StepOutcome = 'stored' | 'unsaved' | 'unreadable' | 'elsewhere'

/**
 * Stores a step with all that belongs to it, in one go; only when it is stored may be done what it says.
 * With `from`, only where the call is as far as that in storage. The conversation may have left the screen.
 */
export async function writeStep(
  chat: Chat,
  change: StepChange,
  from?: { step: ToolStep | undefined },
): Promise<StepOutcome> {
  const { conversationId, tools } = change
  if (from !== undefined) {
    const version = await storedVersion(chat, change)
    if (version === 'unreadable') return version
    if (!isSame(version?.toolSteps?.[change.index], from.step)) return 'elsewhere'
  }
  const loaded =
    shownConversation(chat, conversationId) ?? (await readConversation(chat, conversationId))
  if (loaded === 'unreadable') return loaded
  const next = loaded && withStep(chat, loaded.messages, change)
  if (loaded === undefined || next === undefined) return 'elsewhere'
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
  return outcome === 'stored' ? 'stored' : 'unsaved'
}

/**
 * Shows the conversation as it is stored, where another tab took a step of its last calls since. Returns
 * what keeps it from that.
 */
export async function readAgain(
  chat: Chat,
  place: Pick<StepChange, 'conversationId' | 'recordId' | 'versionId'>,
  known: AnswerVersion['toolSteps'],
): Promise<'unreadable' | 'unsaved' | undefined> {
  const version = await storedVersion(chat, place)
  if (version === 'unreadable') return version
  if (isSame(version?.toolSteps, known)) return undefined
  const loaded = await readConversation(chat, place.conversationId)
  if (loaded === 'unreadable') return loaded
  if (loaded === undefined) return 'unsaved'
  if (shownConversation(chat, place.conversationId) !== undefined)
    chat.conversation.setState(loaded)
  return undefined
}

/** A version as it is stored, which another tab may have written; undefined where it is not. */
async function storedVersion(
  { writer, world }: Chat,
  { conversationId, recordId, versionId }: Omit<StepChange, 'step' | 'index'>,
): Promise<AnswerVersion | 'unreadable' | undefined> {
  const record = await writer.afterWrites(conversationId, () =>
    world
      .loadStorage()
      .then((storage) => storage.loadMessage(recordId))
      .catch(() => 'unreadable' as const),
  )
  if (record === 'unreadable') return record
  return record?.kind === 'answer' ? record.versions.find(({ id }) => id === versionId) : undefined
}

function isSame(one: unknown, other: unknown): boolean {
  return canonicalJson(one ?? null) === canonicalJson(other ?? null)
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

function behindResults(messages: readonly MessageRecord[], at: number): number {
  let end = at + 1
  for (let next = messages[end]; next?.kind === 'written'; next = messages[end]) {
    if (next.message.role !== 'tool') break
    end += 1
  }
  return end
}
