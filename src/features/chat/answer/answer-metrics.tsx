import { Fragment } from 'react'
import { useStore, type StoreApi } from 'zustand'

import type { Answer } from '../../../../contract/chat/answer.ts'
import { answerFacts, answerFigures } from '../../../core/chat/details/answer-facts.ts'
import type { AnswerVersion } from '../../../core/storage/conversations/conversation.ts'
import { inspectorStore, openInspector } from '../../../page/inspector-store.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { Badge } from '../../../ui/feedback/badge.tsx'
import { usePopover } from '../../../ui/overlays/popover.ts'
import { AnswerStrip } from './answer-strip.tsx'

interface AnswerMetricsProps {
  store: StoreApi<Answer>
  version: AnswerVersion
}

/** The line under a settled answer: its ticks, how it ended, and three figures that open the details. */
export function AnswerMetrics({ store, version }: AnswerMetricsProps) {
  const answer = useStore(store)
  const { open, buttonProps, popoverProps } = usePopover()
  const figures = answerFigures(answer, version.model)
  const shown = figures.filter(({ short }) => short !== undefined)
  return (
    <div role="group" aria-label="Response metrics" className="answer-metrics">
      <AnswerStrip strip={answer.timing.ticks} exchangeId={version.exchangeId} />
      {answer.phase === 'stopped' && <Badge tone="warn">Stopped</Badge>}
      {answer.phase === 'cut' && answer.failure === undefined && <Badge tone="warn">Cut off</Badge>}
      {answer.notUnderstood !== undefined && (
        <Button
          disabled={version.exchangeId === undefined}
          title="What could not be read is set aside. Show it in the Inspector"
          onClick={() => showNotUnderstood(answer, version.exchangeId)}
        >
          {notUnderstoodText(answer)}
        </Button>
      )}
      <button {...buttonProps} type="button" title="Details" className="answer-figures">
        <span className="sr-only">
          Details. {figures.map(({ meaning, text }) => `${meaning}: ${text}. `)}
        </span>
        {shown.length === 0 && <span aria-hidden>Details</span>}
        {shown.map(({ short, meaning, tone }, index) => (
          <Fragment key={meaning}>
            {index > 0 && <span aria-hidden>·</span>}
            <span aria-hidden data-tone={tone}>
              {short}
            </span>
          </Fragment>
        ))}
      </button>
      <div
        {...popoverProps}
        role="group"
        aria-label="Response details"
        className="answer-facts float border border-(--field-line) bg-raised shadow-float"
      >
        {open && <Facts answer={answer} version={version} />}
      </div>
    </div>
  )
}

function notUnderstoodText({ notUnderstood = 0, timing }: Answer): string {
  if (timing.ticks === undefined) return 'Parts not understood'
  return `${notUnderstood} ${notUnderstood === 1 ? 'event' : 'events'} not understood`
}

function showNotUnderstood({ timing }: Answer, exchangeId: string | undefined): void {
  openInspector(exchangeId, timing.ticks === undefined ? 'response' : 'stream')
  inspectorStore.setState({ eventKind: 'not understood' })
}

function Facts({ answer, version }: { answer: Answer; version: AnswerVersion }) {
  return answerFacts(answer, version).map(({ title, facts }) => (
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
  ))
}
