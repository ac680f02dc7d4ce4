import SquarePen from 'lucide-react/icons/square-pen'
import { useStore } from 'zustand'

import { isGone } from '../core/chat/conversation/conversation-state.ts'
import { newChat } from '../features/chat/start-new-chat.ts'
import { chat } from '../page/chat.ts'
import { IconButton } from '../ui/controls/button.tsx'
import { useLocation } from '../ui/hooks/location.tsx'
import { keyHint } from '../ui/hooks/use-shortcut.ts'
import { keys } from './shortcuts/keys.ts'

/** Starts a new chat from the bar; the page of a conversation that is gone has a button of its own. */
export function NewChatButton() {
  const [, navigate] = useLocation()
  if (useStore(chat.conversation, ({ status }) => isGone(status))) return null
  return (
    <IconButton label="New chat" hint={keyHint(keys.newChat)} onClick={() => newChat(navigate)}>
      <SquarePen size={16} aria-hidden />
    </IconButton>
  )
}
