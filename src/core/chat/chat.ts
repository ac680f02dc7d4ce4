import type { StoreApi } from 'zustand/vanilla'

import type { Client } from '../client/client.ts'
import { createObservable } from '../client/observable.ts'
import {
  createConversationWriter,
  type ConversationWriter,
} from '../storage/conversations/conversation-writer.ts'
import type { ToolSourcesState } from '../tools/sources/tool-sources.ts'
import type { AttachmentsState } from './attachments/attachment.ts'
import { newConversation, type ConversationState } from './conversation/conversation-state.ts'
import type { DraftState } from './drafts/outbox.ts'
import type { EditorState } from './editors/message-edits.ts'
import type { RequestDrafts } from './request/request-drafts.ts'
import type { RunState } from './responses/runs.ts'
import type { AppliedState } from './setup/chat-setup.ts'
import type { ChatWorld } from './world.ts'

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
  /**
   * Stores what changes in conversations, the one on the screen or another. A failure is remembered
   * and shown, and never stops what the person is doing.
   */
  writer: ConversationWriter
}

/**
 * Makes a chat in a world of its own: nothing is shared with another chat but what the worlds share.
 * @example
 * const chat = createChat({ client, loadStorage, document, notify })
 * sendMessages(chat, connection, [{ role: 'user', content: 'Hello' }])
 */
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
