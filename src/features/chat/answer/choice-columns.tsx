import { useId, type ReactNode } from 'react'

import { selectChoice } from '../../../core/chat/conversation/answer-versions.ts'
import type {
  AnswerMessage,
  AnswerVersion,
} from '../../../core/storage/conversations/conversation.ts'
import { chat } from '../../../page/chat.ts'
import { Badge } from '../../../ui/feedback/badge.tsx'

import './choice-columns.css'

interface ChoiceColumnsProps {
  record: AnswerMessage
  version: AnswerVersion
  count: number
  /** While the answer is coming nothing can be chosen. */
  settled: boolean
  choiceView: (index: number) => ReactNode
}

/** The `n` choices of an answer side by side, and which one goes back to the model. */
export function ChoiceColumns(props: ChoiceColumnsProps) {
  const { record, version, count, settled, choiceView } = props
  const name = useId()
  const kept = Math.min(version.kept ?? 0, count - 1)
  return (
    <fieldset className="choice-columns">
      <legend className="sr-only">Choice to continue with</legend>
      {Array.from({ length: count }, (_, index) => (
        <section key={index} aria-label={`Choice ${index + 1}`} className="choice-column">
          <label className="flex items-center gap-2 text-sm target">
            <input
              type="radio"
              name={name}
              checked={index === kept}
              disabled={!settled}
              aria-label={`Continue with choice ${index + 1}`}
              onChange={() => selectChoice(chat, record.id, version.id, index)}
            />
            Choice {index + 1}
            {index === kept && <Badge tone="accent">used for the next turn</Badge>}
          </label>
          {choiceView(index)}
        </section>
      ))}
    </fieldset>
  )
}
