import { Fragment } from 'react'
import { useStore, type StoreApi } from 'zustand'

import type { Answer } from '../../../../../contract/chat/answer.ts'
import { answerFigures } from '../../../../core/chat/responses/details/answer-figures.ts'
import type { AnswerVersion } from '../../../../core/storage/conversations/conversation.ts'
import { openInspector } from '../../../../page/inspector-store.ts'
import { TickStrip } from '../../../../ui/content/tick-strip.tsx'
import { Badge } from '../../../../ui/feedback/badge.tsx'

const TONES = { time: 'text-time', money: 'text-money' }

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
      aria-label="Response metrics"
      className="flex flex-wrap items-center gap-x-2 gap-y-1 font-mono text-xs text-text-3 tabular-nums"
    >
      {answer.timing.ticks !== undefined && (
        <Ticks strip={answer.timing.ticks} exchangeId={version.exchangeId} />
      )}
      {answer.phase === 'stopped' && <Badge tone="warn">Stopped</Badge>}
      {answer.phase === 'cut' && <Badge tone="warn">Cut off</Badge>}
      {figures.map(({ text, meaning, tone }, index) => (
        <Fragment key={meaning + text}>
          {index > 0 && <span aria-hidden>·</span>}
          <span title={meaning} className={tone && TONES[tone]}>
            <span className="sr-only">{meaning}: </span>
            {text}
          </span>
        </Fragment>
      ))}
    </p>
  )
}

/** The events in time; a click shows them in the Inspector, as the button Inspect does for the keyboard. */
function Ticks({ strip, exchangeId }: { strip: string; exchangeId: string | undefined }) {
  if (exchangeId === undefined) return <TickStrip strip={strip} className="mr-1" />
  return (
    <button
      type="button"
      tabIndex={-1}
      aria-hidden
      title="Show in the Stream tab"
      onClick={() => openInspector(exchangeId, 'stream')}
      className="mr-1 flex max-w-full items-center py-1 hover:opacity-70"
    >
      <TickStrip strip={strip} />
    </button>
  )
}
