import { useEffect } from 'react'
import { useStore } from 'zustand'

import { openConversation } from '../../../core/chat/conversation/current-conversation.ts'
import { syncReturn, restoreDeleted } from '../../../core/chat/sync/sync-conversation.ts'
import type { Conversation } from '../../../core/storage/conversations/conversation.ts'
import { chat } from '../../../page/chat.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { EmptyState } from '../../../ui/feedback/states.tsx'
import { showToast } from '../../../ui/feedback/toast.tsx'
import { useLocation } from '../../../ui/hooks/location.tsx'
import { startNewChat } from '../start-new-chat.ts'

/** What stands in the place of a conversation that is not in this browser, or not any more. */
export function DeletedConversation() {
  const { status, conversation } = useStore(chat.conversation)
  const [, navigate] = useLocation()
  useEffect(() => syncReturn(chat), [])
  const startAnew = () => {
    startNewChat()
    navigate('/chat')
  }
  const { title, text, action } =
    GONE[status === 'deleted' || status === 'unreadable' ? status : 'missing']
  return (
    <EmptyState
      title={title}
      actions={
        <>
          {action && (
            <Button variant="primary" onClick={() => action.run(conversation.id)}>
              {action.label}
            </Button>
          )}
          <Button variant={action ? 'plain' : 'primary'} onClick={startAnew}>
            New chat
          </Button>
        </>
      }
    >
      {text}
    </EmptyState>
  )
}

interface Gone {
  title: string
  text: string
  action?: { label: string; run: (id: string) => void }
}

const GONE: Record<'missing' | 'unreadable' | 'deleted', Gone> = {
  missing: {
    title: 'Conversation not found',
    text: 'It was deleted or created in another browser. Each browser stores its own conversations.',
  },
  unreadable: {
    title: "Couldn't load conversation",
    text: "Your browser couldn't read its storage. The conversation may still be there.",
    action: { label: 'Try again', run: (id) => void openConversation(chat, id) },
  },
  deleted: {
    title: 'Deleted in another tab',
    text: 'The conversation is still open in this tab and can be saved again.',
    action: { label: 'Restore', run: () => void restoreDeleted(chat) },
  },
}

/** Says that a conversation which is left could not be stored: nothing shows it any more. */
export function warnOfUnsaved({ id, title }: Conversation, navigate: (path: string) => void): void {
  showToast(
    `“${title || 'The chat'}” wasn't saved. Delete something from the history to free up space.`,
    { label: 'Open chat', run: () => navigate(`/chat/${id}`) },
  )
}
