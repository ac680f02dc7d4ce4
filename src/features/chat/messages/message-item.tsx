import type { MessageRecord } from '../../../storage/conversation.ts'
import { AnswerItem } from '../answer/answer-item.tsx'
import { WrittenItem } from './written-item.tsx'

interface MessageItemProps {
  record: MessageRecord
  isLast: boolean
}

/** One message of the conversation, of either kind. */
export function MessageItem({ record, isLast }: MessageItemProps) {
  return record.kind === 'written' ? (
    <WrittenItem record={record} />
  ) : (
    <AnswerItem record={record} isLast={isLast} />
  )
}
