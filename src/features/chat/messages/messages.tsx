import './message-group.css'
import ArrowDown from 'lucide-react/icons/arrow-down'
import { memo, type RefObject, useEffect, useRef, useState } from 'react'
import { useStore } from 'zustand'

import { messageText } from '../../../../contract/chat/messages.ts'
import { systemPromptOf } from '../../../core/chat/conversation/conversation-state.ts'
import {
  createGrouping,
  type Drawing,
  type DrawnPart,
  type MessageGroup,
  openDrawing,
  WHOLE,
} from '../../../core/chat/groups/message-groups.ts'
import { plainText } from '../../../core/chat/responses/response-content.ts'
import {
  type MessageRecord,
  shownVersion,
} from '../../../core/storage/conversations/conversation.ts'
import { chat } from '../../../page/chat.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { useFollowEnd } from '../../../ui/hooks/use-follow-end.ts'
import { AnswerItem } from '../answer/answer-item.tsx'
import { ConversationEnd } from './conversation-end.tsx'
import { ROLE_NAMES } from './message-frame.tsx'
import { ActionsDrawn } from './message-toolbar.tsx'
import { type GroupWatch, watchGroups, whenIdle } from './watch-groups.ts'
import { WrittenItem } from './written-item.tsx'

// What else is not on the first screen comes in the same file: each file more costs the page a line
// in its import map.
export { ComposerMenu } from '../composer/composer-menu.tsx'
export { MaxCost } from '../composer/composer-notes.tsx'
export { QueuedNote, queueMessage } from '../composer/composer-notes.tsx'
export { SettingChips } from '../composer/setting-chips.tsx'
export { VariableFields } from '../composer/composer-notes.tsx'
export { editLastMessage } from '../../../core/chat/editors/message-editors.ts'
export { SecretNotice } from '../../../ui/feedback/secret-notice.tsx'
export { DeletedConversation, warnOfUnsaved } from './deleted-conversation.tsx'

/** The messages below the system prompt; their end is kept in view while the reader is there. */
export function Messages({ scroller }: { scroller: RefObject<HTMLElement | null> }) {
  const messages = useStore(chat.conversation, (state) => state.messages)
  const { following, jumpToEnd } = useFollowEnd(scroller)
  const lastId = messages.at(-1)?.id
  const listed = systemPromptOf(messages) === undefined ? messages : messages.slice(1)
  const [group] = useState(createGrouping)
  const groups = group(listed)
  const shownAs = useDrawnGroups(scroller, groups)
  useEffect(jumpToEnd, [lastId, jumpToEnd])
  return (
    <>
      {groups.map((members, index) => (
        <MessageGroupView
          key={members.key}
          group={members}
          shown={shownAs(members, index)}
          lastId={index === groups.length - 1 ? lastId : undefined}
        />
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

/** So much of the end is drawn at once when a conversation opens, px: more than most screens. */
const FIRST_SCREEN = 1200

/** Groups that are filled with their text in one idle moment. */
const FILLED_AT_ONCE = 2

/**
 * How each group is shown. A conversation opens with the last of its messages; the others are filled
 * with their text from the end while the page is idle, and drawn in full before the reader comes near.
 */
function useDrawnGroups(
  scroller: RefObject<HTMLElement | null>,
  groups: readonly MessageGroup[],
): (group: MessageGroup, index: number) => DrawnPart | 'nothing' | 'text' {
  const [drawn, setDrawn] = useState(() => firstScreen(groups))
  const [opened] = useState(drawn)
  const watcher = useRef<GroupWatch>(undefined)
  useEffect(() => {
    if (scroller.current === null) return undefined
    const watch = watchGroups(scroller.current, opened, setDrawn)
    watcher.current = watch
    return watch.stop
  }, [scroller, opened])
  const order = groups.map(({ key }) => key).join(' ')
  useEffect(() => watcher.current?.follow(), [order])
  const missing = useMissing(groups.length - opened.parts.size)
  const last = groups.length - 1
  return ({ key }, index) => {
    // What was not looked at yet is new, and stands where someone acts.
    if (index === last || key > drawn.known) return WHOLE
    return drawn.parts.get(key) ?? (index < missing ? 'nothing' : 'text')
  }
}

function firstScreen(groups: readonly MessageGroup[]): Drawing {
  let height = 0
  const above = groups.findLastIndex(({ messages }) => {
    const enough = height >= FIRST_SCREEN
    height += estimateHeight(messages)
    return enough
  })
  return openDrawing(
    groups.map(({ key }) => key),
    above + 1,
  )
}

/** How many groups, counted from the first, still wait for the page to be idle. */
function useMissing(atFirst: number): number {
  const [missing, setMissing] = useState(atFirst)
  useEffect(() => {
    if (missing <= 0) return undefined
    return whenIdle(() => setMissing(missing - FILLED_AT_ONCE), PATIENCE)
  }, [missing])
  return missing
}

/** Longest the next groups wait for an idle page, in ms. */
const PATIENCE = 200

interface MessageGroupViewProps {
  group: MessageGroup
  /** In full near the view, as plain text far from it; nothing until the page had the time. */
  shown: DrawnPart | 'nothing' | 'text'
  lastId: string | undefined
}

/** Some neighboring messages. Away from the view they cost no layout and no paint. */
const MessageGroupView = memo(function MessageGroupView({
  group: { key, messages },
  shown,
  lastId,
}: MessageGroupViewProps) {
  const isLast = lastId !== undefined
  const height = `${estimateHeight(messages)}px`
  return (
    <div
      data-group={key}
      data-ends={isLast || undefined}
      data-skips={(!isLast && typeof shown === 'string') || undefined}
      style={
        isLast
          ? undefined
          : {
              containIntrinsicBlockSize: `auto ${height}`,
              minBlockSize: shown === 'nothing' ? height : '',
            }
      }
      className="message-group"
    >
      {shown !== 'nothing' && (
        <ActionsDrawn value={shown !== 'text' && shown.actions}>
          {messages.map((record, index) =>
            isDrawn(shown, index, messages.length) ? (
              <MessageItem key={record.id} record={record} isLast={record.id === lastId} />
            ) : (
              <MessageAsText key={record.id} record={record} />
            ),
          )}
        </ActionsDrawn>
      )}
    </div>
  )
})

function isDrawn(shown: DrawnPart | 'text', index: number, size: number): boolean {
  if (shown === 'text') return false
  return (shown.from === 'start' ? index : size - 1 - index) < shown.count
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

/** A message far from the view: its words for find-in-page and screen readers, and little else. */
const MessageAsText = memo(function MessageAsText({ record }: { record: MessageRecord }) {
  const from = record.kind === 'written' ? record.message.role : 'assistant'
  return (
    <article
      aria-label={`${ROLE_NAMES[from]} message`}
      data-message={record.id}
      data-from={from}
      className="message-as-text"
      style={{ containIntrinsicBlockSize: `auto ${estimateHeight([record])}px` }}
    >
      {textOf(record)}
    </article>
  )
})

function textOf(record: MessageRecord): string {
  if (record.kind === 'written') return messageText(record.message)
  const version = shownVersion(record)
  return version === undefined ? '' : plainText(version.answer)
}

/** Of a message, px: what stands around its text, a line of it, and the characters in a line. */
const FRAME = 80
const LINE = 32
const CHARACTERS = 72

/** About as tall as messages will be, px: the browser measures them once they are near the view. */
function estimateHeight(messages: readonly MessageRecord[]): number {
  return messages.reduce(
    (sum, record) => sum + FRAME + LINE * Math.ceil(textOf(record).length / CHARACTERS),
    0,
  )
}
