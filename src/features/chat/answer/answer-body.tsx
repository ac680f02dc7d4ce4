import { useEffect, useState } from 'react'
import { useStore, type StoreApi } from 'zustand'

import { isSettled } from '../../../contract/chat/answer-phase.ts'
import type { Answer } from '../../../contract/chat/answer.ts'
import type { AnswerMessage, AnswerVersion } from '../../../storage/conversation.ts'
import { Badge } from '../../../ui/badge.tsx'
import { ToolCalls } from '../tools/tool-calls.tsx'
import { AnswerFailure } from './answer-failure.tsx'
import { AnswerMetrics } from './answer-metrics.tsx'
import { AnswerProgress } from './answer-progress.tsx'
import { answerStoreOf, answerText, followVersion } from './answer-store.ts'
import { AnswerTextView } from './answer-text-view.tsx'
import { ReasoningBlock } from './reasoning-block.tsx'

interface AnswerBodyProps {
  record: AnswerMessage
  version: AnswerVersion
  isLast: boolean
}

/**
 * One version of an answer, live or settled: the same elements in both, so that nothing moves when
 * the last token is in. Must be keyed by the version.
 */
export function AnswerBody({ record, version, isLast }: AnswerBodyProps) {
  const [store] = useState(() => answerStoreOf(version))
  useEffect(() => followVersion(store, version), [store, version])
  const choices = useStore(store, (answer) => answer.choices.length)
  const settled = useStore(store, (answer) => isSettled(answer.phase))
  const failure = useStore(store, (answer) => answer.failure)
  return (
    <div className="flex flex-col gap-3">
      {Array.from({ length: choices }, (_, index) => (
        <ChoiceView
          key={index}
          record={record}
          store={store}
          index={index}
          numbered={choices > 1}
        />
      ))}
      {!settled && <AnswerProgress version={version} store={store} />}
      {failure !== undefined && (
        <AnswerFailure record={record} failure={failure} canRepeat={isLast} />
      )}
      {settled && <AnswerMetrics store={store} version={version} />}
    </div>
  )
}

interface ChoiceViewProps {
  record: AnswerMessage
  store: StoreApi<Answer>
  index: number
  numbered: boolean
}

function ChoiceView({ record, store, index, numbered }: ChoiceViewProps) {
  const [content] = useState(() => answerText(store, index, 'content'))
  const hasReasoning = useStore(store, ({ choices }) => (choices[index]?.reasoning ?? '') !== '')
  const calls = useStore(store, ({ choices }) => choices[index]?.toolCalls)
  return (
    <div className="flex flex-col gap-2">
      {numbered && (
        <span>
          <Badge>Choice {index + 1}</Badge>
        </span>
      )}
      {hasReasoning && <ReasoningBlock store={store} choice={index} />}
      <AnswerTextView source={content} />
      {calls !== undefined && calls.length > 0 && (
        <ToolCalls record={record} calls={calls} choice={index} store={store} />
      )}
    </div>
  )
}
