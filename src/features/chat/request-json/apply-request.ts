import type { MessageRecord } from '../../../core/storage/conversations/conversation.ts'
import { deleteMessage, saveMessages } from '../../../core/storage/conversations/conversations.ts'
import {
  conversationStore,
  setModel,
  setSettings,
  store,
} from '../conversation/conversation-store.ts'
import { messagesOf } from '../conversation/request-body.ts'
import { mergeMessages } from './merge-messages.ts'
import type { RequestParts } from './request-text.ts'

const { getState, setState } = conversationStore

/** Puts an edited request in place of the model, the settings and the messages; gives its undo. */
export function applyRequest({ model, settings, messages }: RequestParts): () => void {
  const before = getState()
  const { list, changed, removed } = mergeMessages(
    before.messages,
    messages,
    (record) => messagesOf([record])[0],
    before.conversation.id,
  )
  const show = (
    next: Pick<typeof before.conversation, 'model' | 'settings'>,
    records: readonly MessageRecord[],
  ) => {
    setState({ messages: records })
    setModel(next.model)
    setSettings(next.settings)
  }
  show({ model, settings }, list)
  write(changed, removed)
  return () => {
    if (getState().conversation.id !== before.conversation.id) return
    show(before.conversation, before.messages)
    const known = new Set(before.messages.map(({ id }) => id))
    write(
      before.messages,
      list.filter(({ id }) => !known.has(id)),
    )
  }
}

function write(saved: readonly MessageRecord[], removed: readonly MessageRecord[]): void {
  void store(async () => {
    await saveMessages(saved)
    for (const { id } of removed) await deleteMessage(id)
  })
}
