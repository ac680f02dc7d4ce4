import type { Client } from '../client/client.ts'
import type { Conversation, MessageRecord } from '../storage/conversations/conversation.ts'
import type {
  ConversationChanges,
  LoadedConversation,
  MessageChange,
} from '../storage/conversations/conversations.ts'

/** What the chat touches outside itself, so that a test can abort, fail and reorder each of it. */
export interface ChatWorld {
  /** Sends the requests; its world has the clock, the random ids and the locks. */
  client: Client
  /** Fetches the storage of conversations: an empty chat is shown without it. Rejects where it cannot. */
  loadStorage: () => Promise<ConversationStorage>
  /** Says when the page is hidden, perhaps for good. */
  document: Pick<Document, 'visibilityState' | 'addEventListener' | 'removeEventListener'>
  /** Tells the person what happened, with what can be done about it. */
  notify: (text: string, action?: { label: string; run: () => void }) => void
}

/** Conversations as they are stored; see `core/storage/conversations/conversations.ts`. */
export interface ConversationStorage {
  listConversations(): Promise<Conversation[]>
  findConversation(id: string): Promise<Conversation | undefined>
  loadConversation(id: string): Promise<LoadedConversation | undefined>
  loadMessage(id: string): Promise<MessageRecord | undefined>
  saveChanges(changes: ConversationChanges, options: { create: boolean }): Promise<boolean>
  restoreConversation(loaded: LoadedConversation): Promise<void>
  subscribeConversations(listener: () => void): () => void
  followOtherTabsConversations(listener: () => void): () => void
  subscribeMessageChanges(listener: (change: MessageChange) => void): () => void
}
