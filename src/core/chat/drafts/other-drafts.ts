import type { Attachment } from '../attachments/attachment.ts'
import type { Chat } from '../chat.ts'
import type { ConversationState } from '../conversation/conversation-state.ts'

/** What was written for a conversation that is not on the screen. */
interface OtherDraft {
  text: string
  list: readonly Attachment[]
}

/** By the id of their conversation; under {@link NEW} what is for one that holds nothing yet. */
export type OtherDrafts = Map<string, OtherDraft>

/** Stands for the id of a conversation that holds nothing yet: each has one that is never seen again. */
export const NEW = ''

/** Under which name the draft of a conversation is kept while another is on the screen. */
function draftKey({ conversation, messages, status }: ConversationState): string {
  return status === 'loading' || (status === 'ready' && messages.length > 0) ? conversation.id : NEW
}

/**
 * Gives each conversation a draft of its own: what is written for one is put away as another comes to
 * the screen, whose own comes back; `back` is told what was attached to that.
 */
export function keepDraftsApart(
  chat: Chat,
  others: OtherDrafts,
  back: (list: readonly Attachment[]) => void,
): void {
  chat.conversation.subscribe((now, before) => {
    const [from, to] = [draftKey(before), draftKey(now)]
    if (now.conversation.id === before.conversation.id || from === to) return
    const { text, pending } = chat.draft.getState()
    const { list } = chat.attachments.getState()
    // What is on its way into the other conversation is no draft of this one.
    const isLeaving = ({ id }: Attachment) =>
      pending.some(({ attachmentIds }) => attachmentIds.includes(id))
    const own = list.filter((one) => !isLeaving(one))
    const next = others.get(to) ?? { text: '', list: [] }
    others.delete(to)
    if (text !== '' || own.length > 0) others.set(from, { text, list: own })
    chat.attachments.setState({ list: [...list.filter(isLeaving), ...next.list] })
    chat.draft.setState({ text: next.text })
    back(next.list)
  })
}
