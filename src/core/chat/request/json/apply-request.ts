import type { MessageRecord } from '../../../storage/conversations/conversation.ts'
import { wireTools, withoutServerTools } from '../../../tools/wire-tools.ts'
import type { Chat } from '../../chat.ts'
import { setModel, setSettings } from '../../conversation/current-conversation.ts'
import { answerMessage, presentTurn } from '../request-body.ts'
import { mergeMessages } from './merge-messages.ts'
import type { RequestParts } from './request-text.ts'

/**
 * Puts an edited request in place of the model, the settings and the messages; returns its undo. The tools
 * that servers add to it stay theirs.
 */
export function applyRequest(chat: Chat, { model, settings, messages }: RequestParts): () => void {
  const { getState, setState } = chat.conversation
  const before = getState()
  const turn = presentTurn(before.messages)
  const { list, changed, removed } = mergeMessages(
    before.messages,
    messages,
    (record) =>
      record.kind === 'answer'
        ? answerMessage(record, {
            isPresentTurn: turn.has(record),
            model: before.conversation.model,
            baseUrl: chat.client.connections.store.getState().connection?.baseUrl,
          })
        : record.message,
    before.conversation.id,
  )
  const show = (
    next: Pick<typeof before.conversation, 'model' | 'settings'>,
    records: readonly MessageRecord[],
  ) => {
    setState({ messages: records })
    setModel(chat, next.model)
    setSettings(chat, next.settings)
  }
  const { settings: set, tools } = before.conversation
  const sent = wireTools(set, tools, chat.toolSources.getState().list)
  show({ model, settings: withoutServerTools(settings, sent) }, list)
  const conversationId = before.conversation.id
  const write = (saved: readonly MessageRecord[], removedRecords: readonly MessageRecord[]) => {
    const deleted = removedRecords.map(({ id }) => id)
    void chat.writer.write({ conversationId, saved, deleted })
  }
  write(changed, removed)
  return () => {
    if (getState().conversation.id !== conversationId) return
    show(before.conversation, before.messages)
    const known = new Set(before.messages.map(({ id }) => id))
    write(
      before.messages,
      list.filter(({ id }) => !known.has(id)),
    )
  }
}
