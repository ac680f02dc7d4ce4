import { memo, useEffect, useRef } from 'react'

import type { MessageGroup } from '../../../../core/chat/conversation/groups/message-groups.ts'
import type { MessageRecord } from '../../../../core/storage/conversations/conversation.ts'
import { AnswerItem } from '../../answer/answer-item.tsx'
import { ROLE_NAMES } from '../message-frame.tsx'
import { ActionsDrawn } from '../message-toolbar.tsx'
import { WrittenItem } from '../written-item.tsx'
import { estimateHeight, textOf } from './message-text.ts'
import type { DrawnPart } from './watch-groups.ts'

import './message-group.css'

interface MessageGroupViewProps {
  group: MessageGroup
  /** In full near the view, as plain text far from it; nothing until the page had the time. */
  shown: DrawnPart | 'nothing' | 'text'
  /** The last message of the conversation, in the last group. */
  lastId: string | undefined
  /** Follows whether the element is near the view; returns the way to stop. */
  watch: (element: HTMLElement, key: number) => () => void
}

/** Some neighboring messages. Away from the view they cost no layout and no paint. */
export const MessageGroupView = memo(function MessageGroupView({
  group: { key, messages },
  shown,
  lastId,
  watch,
}: MessageGroupViewProps) {
  const element = useRef<HTMLDivElement>(null)
  useEffect(() => (element.current ? watch(element.current, key) : undefined), [watch, key])
  const isLast = lastId !== undefined
  const height = `${estimateHeight(messages)}px`
  return (
    <div
      ref={element}
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
    >
      {textOf(record)}
    </article>
  )
})
