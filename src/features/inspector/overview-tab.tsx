import type { Exchange } from '../../core/client/exchanges/exchange.ts'
import { tickStrip } from '../../core/client/stream/stream-clocks.ts'
import {
  formatBytes,
  formatCost,
  formatCount,
  formatDuration,
  formatNumber,
} from '../../core/format/units.ts'
import {
  modelOf,
  outcomeSentence,
  sentFor,
  statusPhrase,
} from '../../core/inspector/exchange-text.ts'
import { tellingHeaders } from '../../core/inspector/headers.ts'
import { requestEntry } from '../../core/inspector/request-list.ts'
import { connectedAt, timingPhases } from '../../core/inspector/timing/phases.ts'
import { inspectorStore, showRequest } from '../../page/inspector-store.ts'
import { Section } from '../../ui/content/section.tsx'
import { TickStrip } from '../../ui/content/tick-strip.tsx'
import { Button } from '../../ui/controls/button.tsx'
import { cx } from '../../ui/cx.ts'
import { FailureNote } from './failure-note.tsx'
import { DefinitionList } from './tab-parts.tsx'

interface OverviewTabProps {
  exchange: Exchange
  exchanges: readonly Exchange[]
}

/** A request at one glance: how it ended, where the time went, what it cost, what else to know. */
export function OverviewTab({ exchange, exchanges }: OverviewTabProps) {
  const { status, failure, request, timing, receipt, eventCount } = exchange
  const { usage } = receipt
  const model = modelOf(exchange)
  const isGood = status !== undefined && status < 400
  const headers = tellingHeaders(exchange)
  return (
    <div className="flex flex-col gap-4 p-3">
      <section className="flex flex-col gap-2">
        <p>
          {status !== undefined && (
            <strong className={cx('font-semibold', isGood ? 'text-good' : 'text-bad')}>
              {statusPhrase(status)}{' '}
            </strong>
          )}
          <span className="text-text-2">{outcomeSentence(exchange)}</span>
        </p>
        {failure !== undefined && <FailureNote failure={failure} />}
      </section>
      <dl className="flex flex-wrap gap-x-3 gap-y-2 md:gap-x-6">
        <Figure term="Total time" tone="text-time">
          {timing.end !== undefined && formatDuration(timing.end)}
        </Figure>
        <Figure term="First token" tone="text-time">
          {timing.firstToken !== undefined && formatDuration(timing.firstToken)}
        </Figure>
        <Figure term="Tokens in → out">
          {usage != null &&
            `${formatCount(usage.prompt_tokens)} → ${formatCount(usage.completion_tokens)}`}
        </Figure>
        <Figure
          term={receipt.estimatedMicroUsd === undefined ? 'Reported cost' : 'Estimated cost'}
          tone="text-money"
        >
          {formatCost(receipt)}
        </Figure>
      </dl>
      <Section title="Timing">
        <Waterfall exchange={exchange} />
      </Section>
      <Causes exchange={exchange} exchanges={exchanges} />
      <Section
        title="Details"
        aside={
          headers.length > 0 && (
            <Button variant="ghost" onClick={() => inspectorStore.setState({ tab: 'headers' })}>
              All headers
            </Button>
          )
        }
      >
        <DefinitionList
          items={[
            ...fact('Model', model && <code className="font-mono text-xs">{model}</code>),
            ['Sent', formatBytes(request.bytes)],
            ...fact('Events', eventCount > 0 && formatNumber(eventCount)),
            ...headers.map(
              ([name, value]) =>
                [
                  <code key={name} className="font-mono text-xs">
                    {name.toLowerCase()}
                  </code>,
                  <code key={name} className="font-mono text-xs">
                    {value}
                  </code>,
                ] as const,
            ),
          ]}
        />
      </Section>
    </div>
  )
}

function Causes({ exchange, exchanges }: OverviewTabProps) {
  const cause = exchanges.find(({ id }) => id === exchange.cause?.exchangeId)
  const caused = sentFor(exchange, exchanges)
  if (cause === undefined && caused.length === 0) return null
  return (
    <Section title={cause === undefined ? 'Sent to tool servers' : 'Sent for'}>
      <ul className="flex flex-col">
        {(cause === undefined ? caused : [cause]).map((other) => {
          const { id, title, status, ms } = requestEntry(other)
          return (
            <li key={id}>
              <button
                type="button"
                onClick={() => showRequest(id)}
                className="-mx-2 flex w-[calc(100%+1rem)] items-center gap-2 rounded-md px-2 text-left target hover:bg-surface-2"
              >
                <span className="min-w-0 grow truncate">{title}</span>
                <span className="text-text-3 tabular-nums">{status}</span>
                {ms !== undefined && (
                  <span className="text-time tabular-nums">{formatDuration(ms)}</span>
                )}
              </button>
            </li>
          )
        })}
      </ul>
    </Section>
  )
}

interface FigureProps {
  term: string
  tone?: string
  /** Nothing: there is no such figure. */
  children: React.ReactNode
}

function Figure({ term, tone = '', children }: FigureProps) {
  if (children === false) return null
  return (
    <div className="flex flex-col-reverse">
      <dt className="text-xs text-text-3">{term}</dt>
      <dd className={cx('text-base tabular-nums md:text-lg', tone)}>{children}</dd>
    </div>
  )
}

function fact(term: string, value: React.ReactNode): (readonly [string, React.ReactNode])[] {
  return value === undefined || value === false || value === '' ? [] : [[term, value]]
}

/**
 * Where the time of a request went, on one axis from sent to end: a bar for each phase, each beginning
 * where the last one ended, and under them the events as they came.
 */
function Waterfall({ exchange }: { exchange: Exchange }) {
  const strip = exchange.eventCount > 0 ? tickStrip(exchange) : undefined
  const connected = exchange.timing.connected ?? connectedAt(exchange)
  const phases = timingPhases({
    timing: { ...exchange.timing, ...(connected === undefined ? {} : { connected }) },
  })
  const total = phases.at(-1)?.to ?? 0
  if (total === 0) return <p className="text-text-3">Nothing has come back yet.</p>
  return (
    <>
      <ol aria-label="Phases" className="flex flex-col gap-1">
        {phases.map(({ name, meaning, from, to }) => (
          <li key={name} title={meaning} className="timing-phase text-xs">
            <span className="text-text-2">{name}</span>
            <svg aria-hidden viewBox="0 0 1000 8" preserveAspectRatio="none">
              <rect
                x={(from / total) * 1000}
                width={Math.max(3, ((to - from) / total) * 1000)}
                height={8}
              />
            </svg>
            <span className="text-right text-time tabular-nums">{formatDuration(to - from)}</span>
          </li>
        ))}
      </ol>
      {strip !== undefined && (
        <div aria-hidden className="timing-phase text-xs">
          <span className="text-text-2">Events</span>
          <TickStrip strip={strip} className="w-full" />
        </div>
      )}
      {connected === undefined && exchange.fromFile !== true && (
        <p className="text-xs text-text-3">
          Connection time not reported by the browser: included in the first phase.
        </p>
      )}
    </>
  )
}
