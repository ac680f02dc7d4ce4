import { useEffect } from 'react'
import { useStore } from 'zustand'

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
  const deleted = useStore(chat.conversation, ({ status }) => status === 'deleted')
  const [, navigate] = useLocation()
  useEffect(() => syncReturn(chat), [])
  const startAnew = () => {
    startNewChat()
    navigate('/chat')
  }
  return (
    <EmptyState
      title={deleted ? 'Deleted in another tab' : 'Conversation not found'}
      actions={
        <>
          <Button variant="primary" onClick={startAnew}>
            New chat
          </Button>
          {deleted && <Button onClick={() => void restoreDeleted(chat)}>Restore</Button>}
        </>
      }
    >
      {deleted
        ? 'The conversation is still open in this tab and can be saved again.'
        : 'It was deleted or created in another browser. Each browser stores its own conversations.'}
    </EmptyState>
  )
}

/** Says that a conversation which is left could not be stored: nothing shows it any more. */
export function warnOfUnsaved({ id, title }: Conversation, navigate: (path: string) => void): void {
  showToast(
    `“${title || 'The chat'}” wasn't saved. Delete something from the history to free up space.`,
    { label: 'Open chat', run: () => navigate(`/chat/${id}`) },
  )
}
