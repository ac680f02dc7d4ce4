import { useRef } from 'react'
import { useStore } from 'zustand'

import { systemPromptOf } from '../../../core/chat/conversation/system-prompt.ts'
import { chat } from '../../../page/chat.ts'
import { ChunkBoundary } from '../../../ui/feedback/chunk-boundary.tsx'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { messages } from '../lazy.ts'
import { SystemPromptField } from './editing/system-prompt-field.tsx'
import { EmptyConversation } from './empty-conversation.tsx'

/** The conversation: the system prompt, then its messages, or what to do first. */
export function MessageList() {
  const scroller = useRef<HTMLDivElement>(null)
  const conversationId = useStore(chat.conversation, ({ conversation }) => conversation.id)
  const isEmpty = useStore(
    chat.conversation,
    (state) => state.messages.length === (systemPromptOf(state.messages) === undefined ? 0 : 1),
  )
  return (
    <div ref={scroller} className="min-h-0 grow scroll-area gutter-even overscroll-contain">
      <div
        role="log"
        aria-label="Conversation"
        aria-live="off"
        className="mx-auto flex min-h-full max-w-[52rem] flex-col gap-6 px-4 py-6"
      >
        <SystemPromptField key={conversationId} />
        {isEmpty ? (
          <EmptyConversation />
        ) : (
          <ChunkBoundary fallback={<Skeleton lines={4} />}>
            <messages.Part key={conversationId} scroller={scroller} />
          </ChunkBoundary>
        )}
      </div>
    </div>
  )
}
