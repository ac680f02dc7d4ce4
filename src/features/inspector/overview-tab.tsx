import type { Exchange } from '../../core/client/exchanges/exchange.ts'
import { tickStrip } from '../../core/client/stream/tick-strip.ts'
import { formatBytes } from '../../core/format/bytes.ts'
import { formatDuration } from '../../core/format/duration.ts'
import { formatUsd } from '../../core/format/money.ts'
import { formatNumber } from '../../core/format/number.ts'
import { modelOf, outcomeSentence, statusPhrase } from '../../core/inspector/exchange-text.ts'
import { headersReport } from '../../core/inspector/headers-report.ts'
import { promptPreview } from '../../core/inspector/prompt-preview.ts'
import { connectedAt } from '../../core/inspector/timing/connected-at.ts'
import { timingPhases } from '../../core/inspector/timing/phases.ts'
import { inspectorStore } from '../../page/inspector-store.ts'
import { Section } from '../../ui/content/section.tsx'
import { TickStrip } from '../../ui/content/tick-strip.tsx'
import { Button } from '../../ui/controls/button.tsx'
import { DefinitionList } from './definition-list.tsx'
import { FailureNote } from './failure-note.tsx'

/** What tells most about a response, in this order. */
const TELLING_GROUPS = ['rate-limit', 'balance', 'model', 'payment', 'service'] as const
const MAX_HEADERS = 5

/** A request at one glance: what was asked, how it ended, where the time went, what it cost. */
export function OverviewTab({ exchange }: { exchange: Exchange }) {
  const { status, failure, request, timing, receipt, eventCount } = exchange
  const { usage, cost } = receipt
  const prompt = promptPreview(exchange)
  const model = modelOf(exchange)
  const strip = tickStrip(exchange)
  const headers = tellingHeaders(exchange)
  return (
    <div className="flex flex-col gap-5 p-3">
      <section className="flex flex-col gap-1">
        {prompt !== undefined && <p className="text-base">{prompt}</p>}
        <p className="text-text-2">{outcomeSentence(exchange)}</p>
        {failure !== undefined && <FailureNote failure={failure} />}
      </section>
      <Section title="Timing">
        <Waterfall exchange={exchange} />
        {strip !== undefined && eventCount > 0 && (
          <TickStrip strip={strip} className="mt-1 w-full" />
        )}
      </Section>
      <DefinitionList
        items={[
          ['Status', status === undefined ? 'No response' : statusPhrase(status)],
          ...fact('Model', model && <code className="font-mono">{model}</code>),
          ...fact(
            'Total time',
            timing.end !== undefined && (
              <span className="text-time">{formatDuration(timing.end)}</span>
            ),
          ),
          ...fact(
            'Tokens',
            usage != null &&
              `${formatNumber(usage.prompt_tokens)} in, ${formatNumber(usage.completion_tokens)} out`,
          ),
          ...fact(
            'Reported cost',
            cost !== undefined && <span className="text-money">{formatUsd(cost.usd)}</span>,
          ),
          ['Sent', formatBytes(request.bytes)],
          ...fact('Events', eventCount > 0 && formatNumber(eventCount)),
        ]}
      />
      {headers.length > 0 && (
        <Section
          title="Headers"
          aside={
            <Button variant="ghost" onClick={() => inspectorStore.setState({ tab: 'headers' })}>
              Show all
            </Button>
          }
        >
          <DefinitionList
            items={headers.map(({ name, value }) => [
              name.toLowerCase(),
              <span key={name} className="font-mono text-xs">
                {value}
              </span>,
            ])}
          />
        </Section>
      )}
    </div>
  )
}

/** One row, or none where there is nothing to say. */
function fact(term: string, value: React.ReactNode): (readonly [string, React.ReactNode])[] {
  return value === undefined || value === false || value === '' ? [] : [[term, value]]
}

function tellingHeaders(exchange: Exchange) {
  const { groups } = headersReport(exchange)
  return TELLING_GROUPS.flatMap(
    (wanted) => groups.find(({ group }) => group === wanted)?.headers ?? [],
  ).slice(0, MAX_HEADERS)
}

/** Where the time of an exchange went: one bar per phase, each beginning where the last one ended. */
function Waterfall({ exchange }: { exchange: Exchange }) {
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
            <span className="text-right tabular-nums">{formatDuration(to - from)}</span>
          </li>
        ))}
      </ol>
      {connected === undefined && (
        <p className="text-xs text-text-3">
          Connection time not reported by the browser: included in the first phase.
        </p>
      )}
    </>
  )
}
