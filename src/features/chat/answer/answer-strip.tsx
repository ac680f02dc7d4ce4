import { Fragment, useEffect, useState } from 'react'
import { type StoreApi, useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'

import type { Answer } from '../../../../contract/chat/answer.ts'
import { answerFacts, answerFigures } from '../../../core/chat/details/answer-facts.ts'
import { EMPTY_STRIP, growStrip } from '../../../core/chat/responses/live-strip.ts'
import type { ChatRun } from '../../../core/client/chat-completion.ts'
import { formatDuration } from '../../../core/format/units.ts'
import type { AnswerVersion } from '../../../core/storage/conversations/conversation.ts'
import { chat } from '../../../page/chat.ts'
import { client } from '../../../page/client.ts'
import { inspectorStore, openInspector } from '../../../page/inspector-store.ts'
import { TickStrip } from '../../../ui/content/tick-strip.tsx'
import { Button } from '../../../ui/controls/button.tsx'
import { Badge } from '../../../ui/feedback/badge.tsx'
import { part } from '../../../ui/feedback/part.tsx'
import { usePopover } from '../../../ui/overlays/popover.ts'

interface AnswerStripProps {
  /** See `TickStrip`; nothing is drawn without it. */
  strip: string | undefined
  exchangeId: string | undefined
}

/** The events of a response in time; a click shows them in the Inspector, as its menu does for the keyboard. */
function AnswerStrip({ strip, exchangeId }: AnswerStripProps) {
  if (strip === undefined) return null
  if (exchangeId === undefined) return <TickStrip strip={strip} className="answer-strip" />
  return (
    <button
      type="button"
      tabIndex={-1}
      aria-hidden
      title="Show the raw stream"
      onClick={() => openInspector(exchangeId, 'stream')}
      className="answer-strip"
    >
      <TickStrip strip={strip} />
    </button>
  )
}

/** Waiting less than this (ms) needs no clock. */
const SHOW_CLOCK_AFTER = 10_000

const NotifyMe = part(() => import('./notify-when-done.tsx'), 'NotifyWhenDone', { quiet: true })

interface AnswerProgressProps {
  version: AnswerVersion
  store: StoreApi<Answer>
  run: ChatRun | undefined
}

const never = createStore<boolean>(() => false)

/** Says what an unfinished answer is waiting for, and for how long once it is long. */
export function AnswerProgress({ version, store, run: other }: AnswerProgressProps) {
  const streaming = useStore(store, ({ choices }) => choices.length > 0)
  const run = useStore(chat.runs, ({ live }) => live[version.id]) ?? other
  const quiet = useStore(run?.quiet ?? never)
  const queued = useStore(run?.queued ?? never)
  const elapsed = useElapsed(version.startedAt)
  const isUnsigned = useStore(
    client.signatureWaits,
    ({ waiting }) => !streaming && waiting.some(({ url }) => url.endsWith('/chat/completions')),
  )
  const doing = isUnsigned
    ? 'Waiting for your wallet. Not sent yet'
    : queued
      ? 'Queued: 4 responses are already streaming. Not sent yet'
      : quiet
        ? 'Still connected, but the model has sent nothing for a while'
        : streaming
          ? 'Streaming'
          : 'Waiting for the first token'
  return (
    <div className="answer-metrics">
      {run !== undefined && <Ticks run={run} />}
      <p role="status" className="text-sm text-text-3">
        {doing}
        {/* A clock that is read out every second drowns everything else. */}
        {elapsed > SHOW_CLOCK_AFTER && <span aria-hidden>{` · ${formatDuration(elapsed)}`}</span>}
      </p>
      {elapsed > SHOW_CLOCK_AFTER && <NotifyMe />}
    </div>
  )
}

/** New ticks are drawn this often, ms. */
const TICKS_EVERY = 200

/** The events until now, where those of the whole response will stand. */
function Ticks({ run }: { run: ChatRun }) {
  const [live, setLive] = useState(EMPTY_STRIP)
  useEffect(() => {
    const read = () => {
      const exchange = client.exchanges.store.getState().byId[run.exchangeId() ?? '']
      if (exchange !== undefined)
        setLive((before) => growStrip(before, exchange.events, exchange.eventCount))
    }
    read()
    const timer = setInterval(read, TICKS_EVERY)
    return () => clearInterval(timer)
  }, [run])
  return <AnswerStrip strip={live.strip} exchangeId={run.exchangeId()} />
}

/** ms since a time, counted in whole seconds. */
function useElapsed(since: number): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [])
  return now - since
}

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
