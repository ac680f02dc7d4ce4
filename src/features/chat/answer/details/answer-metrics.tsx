import { Fragment } from 'react'
import { useStore, type StoreApi } from 'zustand'

import type { Answer } from '../../../../../contract/chat/answer.ts'
import type { AnswerVersion } from '../../../../core/storage/conversations/conversation.ts'
import { Badge } from '../../../../ui/feedback/badge.tsx'
import { answerFigures } from './answer-figures.ts'

interface AnswerMetricsProps {
  store: StoreApi<Answer>
  version: AnswerVersion
}

/** The line under a settled answer: times, tokens, cost, why it ended. */
export function AnswerMetrics({ store, version }: AnswerMetricsProps) {
  const answer = useStore(store)
  const figures = answerFigures(answer, version.model)
  return (
    <p
      role="group"
      aria-label="Answer figures"
      className="flex flex-wrap items-center gap-x-2 gap-y-1 font-mono text-xs text-text-3 tabular-nums"
    >
      {answer.phase === 'stopped' && <Badge tone="warn">stopped by you</Badge>}
      {answer.phase === 'cut' && <Badge tone="warn">cut</Badge>}
      {figures.map(({ text, meaning }, index) => (
        <Fragment key={meaning + text}>
          {index > 0 && <span aria-hidden>·</span>}
          <span title={meaning}>
            <span className="sr-only">{meaning}: </span>
            {text}
          </span>
        </Fragment>
      ))}
    </p>
  )
}
