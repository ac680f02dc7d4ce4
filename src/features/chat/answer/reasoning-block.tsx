import { useState } from 'react'
import { useStore, type StoreApi } from 'zustand'

import { isSettled } from '../../../contract/chat/answer-phase.ts'
import type { Answer } from '../../../contract/chat/answer.ts'
import { Disclosure } from '../../../ui/disclosure.tsx'
import { answerText } from './answer-store.ts'
import { AnswerTextView } from './answer-text-view.tsx'

/** What the model thought before it answered, folded away. */
export function ReasoningBlock({ store, choice }: { store: StoreApi<Answer>; choice: number }) {
  const [source] = useState(() => answerText(store, choice, 'reasoning'))
  const thinking = useStore(
    store,
    ({ phase, choices }) => !isSettled(phase) && (choices[choice]?.content ?? '') === '',
  )
  return (
    <Disclosure
      summary={<span className="text-text-2">{thinking ? 'Reasoning…' : 'Reasoning'}</span>}
    >
      <div className="mt-1 ml-2.5 border-l-2 pl-3 text-sm text-text-2">
        <AnswerTextView source={source} />
      </div>
    </Disclosure>
  )
}
