import type { StoreApi } from 'zustand/vanilla'

import type { Client } from '../client/client.ts'
import { createObservable } from '../client/observable.ts'
import {
  type ConversationWriter,
  createConversationWriter,
} from '../storage/conversations/conversation-writer.ts'
import type { Conversation, MessageRecord } from '../storage/conversations/conversation.ts'
import type {
  ConversationChanges,
  LoadedConversation,
  MessageChange,
} from '../storage/conversations/conversations.ts'
import type { ToolSourcesState } from '../tools/tool.ts'
import type { AttachmentsState } from './attachments/attachment.ts'
import { type ConversationState, newConversation } from './conversation/conversation-state.ts'
import type { DraftState } from './drafts/outbox.ts'
import type { EditorState } from './editors/message-edits.ts'
import type { RequestDrafts } from './request/request-drafts.ts'
import type { RunState } from './responses/runs.ts'
import type { AppliedState } from './setup/chat-setup.ts'

/** Everything the playground knows of its chat. Made, so that several live side by side. */
export interface Chat {
  world: ChatWorld
  client: Client
  /** The conversation on the screen. */
  conversation: StoreApi<ConversationState>
  /** The message being written, and those on their way into their conversation. */
  draft: StoreApi<DraftState>
  /** What is attached to the message being written. */
  attachments: StoreApi<AttachmentsState>
  /** Requests that were edited as JSON and not applied. */
  requestDrafts: StoreApi<RequestDrafts>
  /** The example, preset or import that was applied last. */
  applied: StoreApi<AppliedState>
  /** The messages that are being edited. */
  editors: StoreApi<EditorState>
  /** The requests under way. They go on when another conversation is opened. */
  runs: StoreApi<RunState>
  /** Where tools come from now: the connected servers, and what answers in this page. */
  toolSources: StoreApi<ToolSourcesState>
  /** Stores what changes in conversations. A failure is remembered and shown, and never stops the person. */
  writer: ConversationWriter
}

/** Makes a chat in a world of its own: nothing is shared with another chat but what the worlds share. */
export function createChat(world: ChatWorld): Chat {
  const { client } = world
  const { report } = client.world
  const conversation = createObservable<ConversationState>(
    { conversation: newConversation(client.world), messages: [], status: 'ready', unsaved: false },
    report,
  )
  const writer = createConversationWriter(
    async (changes, options) => (await world.loadStorage()).saveChanges(changes, options),
    (id) => {
      const unsaved = writer.isUnsaved(id)
      const shown = conversation.getState()
      if (shown.conversation.id === id && shown.unsaved !== unsaved)
        conversation.setState({ unsaved })
    },
  )
  return {
    world,
    client,
    conversation,
    draft: createObservable<DraftState>({ text: '', pending: [], queued: false }, report),
    attachments: createObservable<AttachmentsState>({ list: [] }, report),
    requestDrafts: createObservable<RequestDrafts>({}, report),
    applied: createObservable<AppliedState>({}, report),
    editors: createObservable<EditorState>({ open: {} }, report),
    runs: createObservable<RunState>({ live: {} }, report),
    toolSources: createObservable<ToolSourcesState>({ list: [] }, report),
    writer,
  }
}

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
