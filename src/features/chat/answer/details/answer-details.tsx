import { useState } from 'react'
import { useStore, type StoreApi } from 'zustand'

import type { Answer } from '../../../../../contract/chat/answer.ts'
import { answerFacts } from '../../../../core/chat/responses/details/answer-facts.ts'
import type { AnswerVersion } from '../../../../core/storage/conversations/conversation.ts'
import { Disclosure } from '../../../../ui/content/disclosure.tsx'

import './answer-details.css'

interface AnswerDetailsProps {
  store: StoreApi<Answer>
  version: AnswerVersion
}

/** Everything that was reported about a settled answer, folded away. */
export function AnswerDetails({ store, version }: AnswerDetailsProps) {
  const [open, setOpen] = useState(false)
  return (
    <Disclosure
      open={open}
      onToggle={setOpen}
      summary={<span className="text-xs text-text-3">Details</span>}
    >
      {open && <Facts store={store} version={version} />}
    </Disclosure>
  )
}

function Facts({ store, version }: AnswerDetailsProps) {
  const answer = useStore(store)
  return (
    <div role="group" aria-label="Response details" className="answer-facts">
      {answerFacts(answer, version).map(({ title, facts }) => (
        <section key={title} aria-label={title}>
          <p className="font-semibold">{title}</p>
          <dl>
            {facts.map(({ name, value, part }) => (
              <div key={name} data-part={part}>
                <dt>{name}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </div>
  )
}
