import ArrowDown from 'lucide-react/icons/arrow-down'
import { startTransition, Suspense, useEffect, useState } from 'react'
import { useStore } from 'zustand'

import { systemPromptOf } from '../../../core/chat/conversation/system-prompt.ts'
import type { MessageRecord } from '../../../core/storage/conversations/conversation.ts'
import { chat } from '../../../page/chat.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { cx } from '../../../ui/cx.ts'
import { ChunkBoundary } from '../../../ui/feedback/chunk-boundary.tsx'
import { lazyComponent } from '../../../ui/feedback/lazy-component.ts'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { loadMarkdown, loadMessageItem } from '../lazy.ts'
import { SystemPromptField } from './editing/system-prompt-field.tsx'
import { EmptyConversation } from './empty-conversation.tsx'
import { useFollowEnd } from './use-follow-end.ts'

const MessageItem = lazyComponent(() => loadMessageItem().then((module) => module.MessageItem))

const ConversationEnd = lazyComponent(() =>
  loadMessageItem().then((module) => module.ConversationEnd),
)

/** Messages per group; a group off screen costs no layout and no paint. */
const GROUP_SIZE = 16
const OFF_SCREEN_IS_FREE = '[content-visibility:auto] [contain-intrinsic-block-size:auto_4000px]'

/** The conversation: the system prompt, an article per message, the end kept in view while the reader is there. */
export function MessageList() {
  const messages = useStore(chat.conversation, (state) => state.messages)
  const conversationId = useStore(chat.conversation, ({ conversation }) => conversation.id)
  const { scroller, following, jumpToEnd } = useFollowEnd()
  const lastId = messages.at(-1)?.id
  const hasPrompt = systemPromptOf(messages) !== undefined
  const listed = hasPrompt ? messages.slice(1) : messages
  const groups = inGroups(listed)
  const last = groups.length - 1
  const mountedFrom = useMountedFrom(groups.length)
  useEffect(jumpToEnd, [lastId, jumpToEnd])
  return (
    <div className="relative min-h-0 grow">
      <div
        ref={scroller}
        className="h-full [scrollbar-gutter:stable_both-edges] overflow-y-auto overscroll-contain"
      >
        <div
          role="log"
          aria-label="Conversation"
          aria-live="off"
          className="mx-auto flex min-h-full max-w-[52rem] flex-col gap-6 px-4 py-6"
        >
          <SystemPromptField key={conversationId} />
          {listed.length === 0 && <EmptyConversation />}
          <ChunkBoundary>
            {groups.map((group, index) => (
              <div
                key={group[0]?.id}
                className={cx('flex flex-col gap-6', index < last && OFF_SCREEN_IS_FREE)}
              >
                {index >= mountedFrom && (
                  <Suspense fallback={<Skeleton lines={group.length} />}>
                    {group.map((record) => (
                      <MessageItem key={record.id} record={record} isLast={record.id === lastId} />
                    ))}
                  </Suspense>
                )}
              </div>
            ))}
            {listed.length > 0 && (
              <Suspense>
                <ConversationEnd />
              </Suspense>
            )}
          </ChunkBoundary>
        </div>
      </div>
      {!following && (
        <Button
          className="absolute inset-x-0 bottom-3 mx-auto w-fit shadow-float"
          onClick={jumpToEnd}
        >
          <ArrowDown size={14} aria-hidden />
          Latest
        </Button>
      )}
    </div>
  )
}

function inGroups(messages: readonly MessageRecord[]): MessageRecord[][] {
  const count = Math.ceil(messages.length / GROUP_SIZE)
  return Array.from({ length: count }, (_, group) =>
    messages.slice(group * GROUP_SIZE, (group + 1) * GROUP_SIZE),
  )
}

/** All that a message is shown with; until it is there, groups would pile up and be built at once. */
const parts = () => Promise.allSettled([loadMessageItem(), loadMarkdown()])

/**
 * The index of the first group that is built. A long conversation opens at its end; the groups before
 * it are built one by one while the page is idle, so that no task is long and all text is soon there.
 */
function useMountedFrom(groups: number): number {
  const [from, setFrom] = useState(() => Math.max(0, groups - 1))
  useEffect(() => {
    if (from === 0) return undefined
    let stop: (() => void) | undefined = () => undefined
    void parts().then(() => {
      if (stop) stop = whenIdle(() => startTransition(() => setFrom(from - 1)))
    })
    return () => {
      stop?.()
      stop = undefined
    }
  }, [from])
  return from
}

/** Longest the next group waits for an idle page, in ms. */
const PATIENCE = 200

function whenIdle(run: () => void): () => void {
  // Safari has no idle callbacks.
  if (!('requestIdleCallback' in globalThis)) {
    const timer = setTimeout(run, 1)
    return () => clearTimeout(timer)
  }
  const id = requestIdleCallback(run, { timeout: PATIENCE })
  return () => cancelIdleCallback(id)
}
