import MessageSquarePlus from 'lucide-react/icons/message-square-plus'

import {
  messageText,
  ROLES,
  type Message,
  type Role,
  type UserMessage,
} from '../../../../../contract/chat/messages.ts'
import { addMessage, removeMessage } from '../../../../core/chat/conversation/authored-messages.ts'
import { openEditor } from '../../../../core/chat/conversation/edit/message-editors.ts'
import { canHaveRole, withRole } from '../../../../core/chat/conversation/edit/message-edits.ts'
import { pendingToolCalls } from '../../../../core/chat/request/pending-tool-calls.ts'
import { chat } from '../../../../page/chat.ts'
import { showToast } from '../../../../ui/feedback/toast-store.ts'
import { Menu } from '../../../../ui/overlays/menu.tsx'

/**
 * Adds a message without sending anything, at an index or at the end. One that still lacks
 * something opens in its editor.
 */
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

interface AddAsMenuProps {
  /** What is written and not yet sent. */
  content: UserMessage['content']
  /** Called once it is a message of the conversation. */
  onAdded: () => void
}

/** Adds what is written as a message of any role, without sending. */
export function AddAsMenu({ content, onAdded }: AddAsMenuProps) {
  const roles = ROLES.filter((role) => canHaveRole({ role: 'user', content }, role))
  return (
    <Menu
      label="Add as…"
      icon={<MessageSquarePlus size={16} aria-hidden />}
      items={roles.map((role) => ({
        label: `${role.charAt(0).toUpperCase()}${role.slice(1)} message`,
        onSelect: () => {
          addAs(role, content)
          onAdded()
        },
      }))}
    />
  )
}
