import Bookmark from 'lucide-react/icons/bookmark'
import Braces from 'lucide-react/icons/braces'
import Columns2 from 'lucide-react/icons/columns-2'
import Globe from 'lucide-react/icons/globe'
import MessageSquarePlus from 'lucide-react/icons/message-square-plus'
import Wrench from 'lucide-react/icons/wrench'
import { useState } from 'react'

import { ROLES } from '../../../../contract/chat/messages.ts'
import { submitDraft } from '../../../core/chat/drafts/outbox.ts'
import { chat } from '../../../page/chat.ts'
import { useLocation } from '../../../ui/hooks/location.tsx'
import { type MenuItem, OpenedMenu } from '../../../ui/overlays/menu.tsx'
import { chatViewStore } from '../chat-view-store.ts'
import { addAs, ROLE_NAMES } from '../messages/message-frame.tsx'
import { QUICK } from './quick-settings.tsx'

const ICONS = { Tools: Wrench, Schema: Braces, Search: Globe } as const

interface ComposerMenuProps {
  button: HTMLElement
  onClose: () => void
}

/** On a narrow screen: all that a wide one has as buttons above the message. */
export function ComposerMenu({ button, onClose }: ComposerMenuProps) {
  const [, navigate] = useLocation()
  const [showsRoles, setShowsRoles] = useState(false)
  const items: MenuItem[] = [
    ...QUICK.map(([label, path]) => {
      const Icon = ICONS[label]
      return {
        label,
        icon: <Icon size={14} aria-hidden />,
        onSelect: () => chatViewStore.setState({ editing: path }),
      }
    }),
    {
      label: 'Presets',
      icon: <Bookmark size={14} aria-hidden />,
      onSelect: () => chatViewStore.setState({ presetsOpen: true }),
    },
    {
      label: 'Compare',
      icon: <Columns2 size={14} aria-hidden />,
      onSelect: () =>
        void import('../starters/compare.ts').then(({ compare }) => compare(navigate)),
    },
    {
      label: 'Add as message…',
      icon: <MessageSquarePlus size={14} aria-hidden />,
      onSelect: () => setShowsRoles(true),
    },
  ]
  const roles: MenuItem[] = ROLES.map((role) => ({
    label: ROLE_NAMES[role],
    onSelect: () => {
      addAs(role, chat.draft.getState().text)
      void submitDraft(chat, [], () => chat.writer.settled())
    },
  }))
  return showsRoles ? (
    <OpenedMenu key="roles" button={button} label="Role" items={roles} onClose={onClose} />
  ) : (
    <OpenedMenu button={button} label="More for this chat" items={items} onClose={onClose} />
  )
}
