import {
  shownVersion,
  type AnswerVersion,
} from '../../../core/storage/conversations/conversation.ts'
import type { CompareColumn } from './compare-store.ts'

/** The answer that a column ends with; undefined when it ends with something else. */
export function lastVersion({ messages }: CompareColumn): AnswerVersion | undefined {
  const last = messages.at(-1)
  return last?.kind === 'answer' ? shownVersion(last) : undefined
}
