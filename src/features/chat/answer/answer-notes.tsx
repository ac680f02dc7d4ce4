import { useStore, type StoreApi } from 'zustand'

import type { Answer } from '../../../../contract/chat/answer.ts'
import type { AnswerVersion } from '../../../core/storage/conversations/conversation.ts'
import { answerNotes } from './note-list.ts'

interface AnswerNotesProps {
  store: StoreApi<Answer>
  version: AnswerVersion
}

/** What a reader should know about a settled answer, in a line each. */
export function AnswerNotes({ store, version }: AnswerNotesProps) {
  const answer = useStore(store)
  const notes = answerNotes(answer, version)
  if (notes.length === 0) return null
  return (
    <ul aria-label="Notes" className="flex flex-col gap-1 text-sm">
      {notes.map(({ key, text }) => (
        <li key={key} className="break-words text-warn">
          {text}
        </li>
      ))}
    </ul>
  )
}
