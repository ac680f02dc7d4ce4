import { createStore } from 'zustand/vanilla'

import type { JsonObject } from '../../../../contract/json.ts'
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
  /** Set once storing failed: everything goes on, but will be gone after a reload. */
  unsaved: boolean
}

/** The model of a new conversation: the trait every service knows. */
const FIRST_MODEL = 'default'

const FIRST_SETTINGS: JsonObject = { stream: true }

/** Whether nothing was chosen yet: what a first conversation begins with is known to be valid. */
export function isFirstSetup({ model, settings }: Conversation): boolean {
  return model === FIRST_MODEL && settings === FIRST_SETTINGS
}

function newConversation(from?: Conversation): Conversation {
  const now = Date.now()
  return {
    id: crypto.randomUUID(),
    title: '',
    createdAt: now,
    updatedAt: now,
    model: from?.model ?? FIRST_MODEL,
    settings: from?.settings ?? FIRST_SETTINGS,
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

/** Whether there are instructions for the model. */
export function hasSystemMessage({ messages }: Pick<ConversationState, 'messages'>): boolean {
  return messages.some((record) => record.kind === 'written' && record.message.role === 'system')
}

/** Whether anything of the conversation is stored: an untouched one leaves no trace. */
function isStored(): boolean {
  return getState().messages.length > 0
}

/** Storage is not needed to show an empty chat. */
const loadStorage = () => import('../../../core/storage/conversations/conversations.ts')

let lastWrite: Promise<void> = Promise.resolve()

/**
 * Writes once all earlier writes are through, so that a conversation is there before its messages. A
 * failure is remembered and shown, and never stops what the person is doing. After one, something is
 * missing from storage, and only writing the whole conversation makes up for it. Resolves when the
 * write has ended, one way or the other.
 */
export function store(write: () => Promise<void>): Promise<void> {
  lastWrite = lastWrite.then(async () => {
    const { unsaved, conversation, messages } = getState()
    try {
      if (unsaved) {
        const { restoreConversation } = await loadStorage()
        await restoreConversation({ conversation, messages: [...messages] })
      }
      await write()
      if (unsaved) setState({ unsaved: false })
    } catch {
      setState({ unsaved: true })
    }
  })
  return lastWrite
}

/** Resolves once everything written so far is stored, or known not to be. */
export function writesSettled(): Promise<void> {
  return lastWrite
}

/** Changes members of the conversation's own record, and when it was changed last. */
export function changeConversation(change: Partial<Conversation>): void {
  const conversation = { ...getState().conversation, ...change, updatedAt: Date.now() }
  setState({ conversation })
  if (isStored()) void store(async () => (await loadStorage()).saveConversation(conversation))
}

/** Starts an empty conversation; model and settings carry over. */
export function startConversation(): void {
  const conversation = newConversation(getState().conversation)
  setState({ conversation, messages: [], status: 'ready', unsaved: false })
}

/** Shows a stored conversation. Does nothing when it is already on the screen. */
export async function openConversation(id: string): Promise<void> {
  if (getState().conversation.id === id) return
  setState({ conversation: { ...newConversation(), id }, messages: [], status: 'loading' })
  const loaded = await loadStorage()
    .then(({ loadConversation }) => loadConversation(id))
    .catch(() => undefined)
  if (getState().conversation.id !== id) return
  if (loaded === undefined) setState({ status: 'missing' })
  else setState({ ...loaded, status: 'ready' })
}

export function setModel(model: string): void {
  changeConversation({ model })
}

/** Replaces the settings; fields that are not in them are not sent. */
export function setSettings(settings: JsonObject): void {
  changeConversation({ settings })
}
