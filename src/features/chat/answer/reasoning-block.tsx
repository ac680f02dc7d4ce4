import { useState } from 'react'
import { useStore, type StoreApi } from 'zustand'

import { isSettled } from '../../../../contract/chat/answer-phase.ts'
import type { Answer } from '../../../../contract/chat/answer.ts'
import { formatDuration } from '../../../core/format/duration.ts'
import { Disclosure } from '../../../ui/content/disclosure.tsx'
import { answerText } from './answer-store.ts'
import { AnswerTextView } from './answer-text-view.tsx'

/** What the model thought before it answered, folded away. */
export function ReasoningBlock({ store, choice }: { store: StoreApi<Answer>; choice: number }) {
  const [source] = useState(() => answerText(store, choice, 'reasoning'))
  const thinking = useStore(
    store,
    ({ phase, choices }) => !isSettled(phase) && (choices[choice]?.content ?? '') === '',
  )
  const duration = useStore(store, ({ timing: { firstToken, firstContent, end } }) =>
    firstToken === undefined ? undefined : (firstContent ?? end ?? firstToken) - firstToken,
  )
  const took = duration !== undefined && duration > 0 ? ` ${formatDuration(duration)}` : ''
  return (
    <Disclosure
      label="Reasoning"
      summary={<span className="text-text-2">{thinking ? 'Reasoning…' : `Reasoning${took}`}</span>}
    >
      <div className="mt-1 ml-2.5 border-l-2 pl-3 text-sm text-text-2">
        <AnswerTextView source={source} />
      </div>
    </Disclosure>
  )
}
