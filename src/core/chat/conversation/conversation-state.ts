import type { JsonObject } from '../../../../contract/json.ts'
import type { World } from '../../client/world.ts'
import type { Conversation, MessageRecord } from '../../storage/conversations/conversation.ts'

/** The conversation on the screen, and how it stands. */
export interface ConversationState {
  conversation: Conversation
  messages: readonly MessageRecord[]
  /**
   * `missing`: the address names a conversation that this browser does not have. `unreadable`: whether
   * it does is not known, the storage could not be read. `deleted`: another tab deleted it; it is still
   * here in full.
   */
  status: 'ready' | 'loading' | 'missing' | 'unreadable' | 'deleted'
  /** The last write of this conversation failed: everything goes on, but a reload would lose it. */
  unsaved: boolean
}

/** Whether a page stands in the place of the conversation. */
export function isGone(status: ConversationState['status']): boolean {
  return status !== 'ready' && status !== 'loading'
}

/** The model of a new conversation: the trait every service knows. */
export const FIRST_MODEL = 'default'

const FIRST_SETTINGS: JsonObject = { stream: true }

/** True while model and settings are still the defaults, so that validation can be skipped. */
export function isFirstSetup({ model, settings }: Conversation): boolean {
  return model === FIRST_MODEL && settings === FIRST_SETTINGS
}

/** An empty conversation with the default settings. */
export function newConversation(
  { clock, random }: Pick<World, 'clock' | 'random'>,
  model = FIRST_MODEL,
): Conversation {
  const now = clock.now()
  return {
    id: random.uuid(),
    title: '',
    createdAt: now,
    updatedAt: now,
    model,
    settings: FIRST_SETTINGS,
  }
}

/**
 * The system prompt of a conversation: its first message, where that is a system message of plain
 * text. Undefined where there is none; a system message elsewhere is a message like others.
 */
export function systemPromptOf(messages: readonly MessageRecord[]): string | undefined {
  const [first] = messages
  if (first?.kind !== 'written' || first.message.role !== 'system') return undefined
  const { content } = first.message
  return typeof content === 'string' ? content : undefined
}
