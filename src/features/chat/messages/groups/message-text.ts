import { messageText } from '../../../../../contract/chat/messages.ts'
import { plainText } from '../../../../core/chat/responses/plain-text.ts'
import {
  shownVersion,
  type MessageRecord,
} from '../../../../core/storage/conversations/conversation.ts'

/** The words of a message as they were written, by either side. */
export function textOf(record: MessageRecord): string {
  if (record.kind === 'written') return messageText(record.message)
  const version = shownVersion(record)
  return version === undefined ? '' : plainText(version.answer)
}

/** Of a message, px: what stands around its text, a line of it, and the characters in a line. */
const FRAME = 80
const LINE = 32
const CHARACTERS = 72

/** About as tall as messages will be, px: the browser measures them once they are near the view. */
export function estimateHeight(messages: readonly MessageRecord[]): number {
  return messages.reduce(
    (sum, record) => sum + FRAME + LINE * Math.ceil(textOf(record).length / CHARACTERS),
    0,
  )
}
