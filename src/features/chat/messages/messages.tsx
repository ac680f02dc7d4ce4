import ArrowDown from 'lucide-react/icons/arrow-down'
import { memo, startTransition, useEffect, useState, type RefObject } from 'react'
import { useStore } from 'zustand'

import { systemPromptOf } from '../../../core/chat/conversation/system-prompt.ts'
import type { MessageRecord } from '../../../core/storage/conversations/conversation.ts'
import { chat } from '../../../page/chat.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { cx } from '../../../ui/cx.ts'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { AnswerItem } from '../answer/answer-item.tsx'
import { loadMarkdown } from '../lazy.ts'
import { ConversationEnd } from './conversation-end.tsx'
import { useFollowEnd } from './use-follow-end.ts'
import { WrittenItem } from './written-item.tsx'

// What else is not on the first screen comes in the same file: each file more costs the page a line
// in its import map.
export { ComposerMenu } from '../composer/composer-menu.tsx'
export { MaxCost } from '../composer/max-cost.tsx'
export { SettingChips } from '../composer/setting-chips.tsx'
export { VariableFields } from '../composer/variable-fields.tsx'
export { editLastMessage } from '../../../core/chat/conversation/edit/message-editors.ts'
export { setSystemPrompt } from '../../../core/chat/conversation/set-system-prompt.ts'
export { SecretNotice } from '../../../ui/feedback/secret-notice.tsx'
export { DeletedConversation, warnOfUnsaved } from './deleted-conversation.tsx'

/** Messages per group; a group off screen costs no layout and no paint. */
const GROUP_SIZE = 16
const OFF_SCREEN_IS_FREE = '[content-visibility:auto] [contain-intrinsic-block-size:auto_4000px]'

/** The messages below the system prompt; their end is kept in view while the reader is there. */
export function Messages({ scroller }: { scroller: RefObject<HTMLElement | null> }) {
  const messages = useStore(chat.conversation, (state) => state.messages)
  const { following, jumpToEnd } = useFollowEnd(scroller)
  const lastId = messages.at(-1)?.id
  const listed = systemPromptOf(messages) === undefined ? messages : messages.slice(1)
  const groups = inGroups(listed)
  const last = groups.length - 1
  const mountedFrom = useMountedFrom(groups.length)
  useEffect(jumpToEnd, [lastId, jumpToEnd])
  return (
    <>
      {groups.map((group, index) => (
        <div
          key={group[0]?.id}
          className={cx('flex flex-col gap-6', index < last && OFF_SCREEN_IS_FREE)}
        >
          {index < mountedFrom ? (
            <Skeleton lines={group.length} />
          ) : (
            group.map((record) => (
              <MessageItem key={record.id} record={record} isLast={record.id === lastId} />
            ))
          )}
        </div>
      ))}
      <ConversationEnd />
      {!following && (
        <span className="sticky bottom-3 mx-auto -mt-14 rounded-md bg-surface-0">
          <Button className="shadow-float" onClick={jumpToEnd}>
            <ArrowDown size={14} aria-hidden />
            Latest
          </Button>
        </span>
      )}
    </>
  )
}

interface MessageItemProps {
  record: MessageRecord
  isLast: boolean
}

/** One message of the conversation, of either kind; drawn again only when it changes. */
const MessageItem = memo(function MessageItem({ record, isLast }: MessageItemProps) {
  return record.kind === 'written' ? (
    <WrittenItem record={record} isLast={isLast} />
  ) : (
    <AnswerItem record={record} isLast={isLast} />
  )
})

function inGroups(messages: readonly MessageRecord[]): MessageRecord[][] {
  const count = Math.ceil(messages.length / GROUP_SIZE)
  return Array.from({ length: count }, (_, group) =>
    messages.slice(group * GROUP_SIZE, (group + 1) * GROUP_SIZE),
  )
}

/**
 * The index of the first group that is built. A long conversation opens at its end; the groups before
 * it are built one by one while the page is idle, so that no task is long and all text is soon there.
 */
function useMountedFrom(groups: number): number {
  const [from, setFrom] = useState(() => Math.max(0, groups - 1))
  useEffect(() => {
    if (from === 0) return undefined
    let stop: (() => void) | undefined = () => undefined
    // Without the renderer, groups would pile up and be built at once.
    void Promise.allSettled([loadMarkdown()]).then(() => {
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
