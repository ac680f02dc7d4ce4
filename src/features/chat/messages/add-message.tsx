import {
  messageText,
  type Message,
  type Role,
  type UserMessage,
} from '../../../../contract/chat/messages.ts'
import { addMessage, removeMessage } from '../../../core/chat/conversation/authored-messages.ts'
import { openEditor } from '../../../core/chat/editors/message-editors.ts'
import { withRole } from '../../../core/chat/editors/message-edits.ts'
import { pendingToolCalls } from '../../../core/chat/request/pending-tool-calls.ts'
import { chat } from '../../../page/chat.ts'
import { showToast } from '../../../ui/feedback/toast.tsx'

/** Adds a message, at an index or at the end, and sends nothing. An incomplete one opens in its editor. */
export function placeMessage(message: Message, index?: number): void {
  const record = addMessage(chat, message, index)
  const lacksCall = message.role === 'tool' && message.tool_call_id === ''
  if (messageText(message) === '' || lacksCall) openEditor(chat, record.id)
}

/** Adds what was written at the end, under a role, without sending anything. */
export function addAs(role: Role, content: UserMessage['content']): void {
  const [call] = pendingToolCalls(chat.conversation.getState().messages)
  placeMessage(withRole({ role: 'user', content }, role, call?.id))
}

/** Removes a message and offers to undo that. */
export function removeWithUndo(id: string, what = 'Message'): void {
  const undo = removeMessage(chat, id)
  showToast(`${what} deleted`, { label: 'Undo', run: undo })
}
