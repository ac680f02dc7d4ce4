import MessageSquarePlus from 'lucide-react/icons/message-square-plus'

import { ROLES, type UserMessage } from '../../../../../contract/chat/messages.ts'
import { canHaveRole } from '../../../../core/chat/conversation/edit/message-edits.ts'
import { Menu } from '../../../../ui/overlays/menu.tsx'
import { addAs } from './add-message.ts'

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
