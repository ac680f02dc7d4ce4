import { useEffect } from 'react'
import { useStore } from 'zustand'

import { Button } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { useLocation } from '../../../ui/location.tsx'
import { conversationStore } from '../conversation/conversation-store.ts'
import { followReturn, keepDeleted } from '../conversation/follow-conversation.ts'
import { startNewChat } from '../conversation/start-new-chat.ts'

/** What stands in the place of a conversation that is not in this browser, or not any more. */
export function GoneConversation() {
  const deleted = useStore(conversationStore, ({ status }) => status === 'deleted')
  const [, navigate] = useLocation()
  useEffect(followReturn, [])
  const startAnew = () => {
    startNewChat()
    navigate('/chat')
  }
  return (
    <EmptyState
      title={
        deleted
          ? 'This conversation was deleted in another tab'
          : 'This conversation is not in this browser'
      }
      actions={
        <>
          <Button variant="primary" onClick={startAnew}>
            New chat
          </Button>
          {deleted && <Button onClick={() => void keepDeleted()}>Keep it after all</Button>}
        </>
      }
    >
      {deleted
        ? 'It is still here in full: as long as this page is open it can be stored again.'
        : 'Conversations are kept in the browser they were made in. It may have been deleted, or made elsewhere.'}
    </EmptyState>
  )
}
