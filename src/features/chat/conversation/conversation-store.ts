import { createStore } from 'zustand/vanilla'

import type { JsonObject } from '../../../../contract/json.ts'
import { createConversationWriter } from '../../../core/storage/conversations/conversation-writer.ts'
import type {
  Conversation,
  MessageRecord,
} from '../../../core/storage/conversations/conversation.ts'

/** The conversation on the screen, and how it stands. */
export interface ConversationState {
  conversation: Conversation
  messages: readonly MessageRecord[]
  /**
   * `missing`: the address names a conversation that this browser does not have. `deleted`: another
   * tab deleted it; it is still here in full.
   */
  status: 'ready' | 'loading' | 'missing' | 'deleted'
  /** The last write of this conversation failed: everything goes on, but a reload would lose it. */
  unsaved: boolean
}

/** The model of a new conversation: the trait every service knows. */
const FIRST_MODEL = 'default'

const FIRST_SETTINGS: JsonObject = { stream: true }

/** Whether nothing was chosen yet: what a first conversation begins with is known to be valid. */
export function isFirstSetup({ model, settings }: Conversation): boolean {
  return model === FIRST_MODEL && settings === FIRST_SETTINGS
}

function newConversation(model = FIRST_MODEL): Conversation {
  const now = Date.now()
  return {
    id: crypto.randomUUID(),
    title: '',
    createdAt: now,
    updatedAt: now,
    model,
    settings: FIRST_SETTINGS,
  }
}

/** The conversation on the screen. */
export const conversationStore = createStore<ConversationState>(() => ({
  conversation: newConversation(),
  messages: [],
  status: 'ready',
  unsaved: false,
}))

const { getState, setState } = conversationStore

/** Storage is not needed to show an empty chat. */
const loadStorage = () => import('../../../core/storage/conversations/conversations.ts')

/**
 * Stores what changes in conversations, the one on the screen or another. A failure is remembered and
 * shown, and never stops what the person is doing.
 */
export const conversationWriter = createConversationWriter(
  async (changes, options) => (await loadStorage()).saveChanges(changes, options),
  (id) => {
    const { conversation, unsaved } = getState()
    const isUnsaved = conversationWriter.isUnsaved(id)
    if (conversation.id === id && unsaved !== isUnsaved) setState({ unsaved: isUnsaved })
  },
)

/** Stores messages of one conversation. Resolves when the write has ended, one way or the other. */
export async function saveRecords(records: readonly MessageRecord[]): Promise<void> {
  const [first] = records
  if (first === undefined) return
  const { conversationId } = first
  await conversationWriter.write({ conversationId, saved: records, deleted: [] })
}

/** Resolves once everything written so far is stored, or known not to be. */
export function writesSettled(): Promise<void> {
  return conversationWriter.settled()
}

/** Changes members of the conversation's own record, and when it was changed last. */
export function changeConversation(change: Partial<Conversation>): void {
  const { conversation: before, messages, status } = getState()
  const conversation = { ...before, ...change, updatedAt: Date.now() }
  setState({ conversation })
  // An untouched conversation leaves no trace, and what is being read is not known well enough.
  if (messages.length === 0 || status !== 'ready') return
  const { id: conversationId } = conversation
  void conversationWriter.write({ conversationId, conversation, saved: [], deleted: [] })
}

/** Starts an empty conversation with the default settings; the model carries over. */
export function startConversation(): void {
  const conversation = newConversation(getState().conversation.model)
  setState({ conversation, messages: [], status: 'ready', unsaved: false })
}

/** Shows a stored conversation. Does nothing when it is already on the screen. */
export async function openConversation(id: string): Promise<void> {
  if (getState().conversation.id === id) return
  setState({
    conversation: { ...newConversation(), id },
    messages: [],
    status: 'loading',
    unsaved: conversationWriter.isUnsaved(id),
  })
  const loaded = await conversationWriter.afterWrites(id, async () => {
    const stored = await loadStorage()
      .then(({ loadConversation }) => loadConversation(id))
      .catch(() => undefined)
    return conversationWriter.withUnwritten(id, stored)
  })
  if (getState().conversation.id !== id) return
  if (loaded === undefined) setState({ status: 'missing' })
  else setState({ ...loaded, status: 'ready' })
  conversationWriter.retryUnsaved()
}

export function setModel(model: string): void {
  changeConversation({ model })
}

/** Replaces the settings; fields that are not in them are not sent. */
export function setSettings(settings: JsonObject): void {
  changeConversation({ settings })
}
