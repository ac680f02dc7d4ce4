import type { Exchange } from '../../../core/client/exchanges/exchange.ts'
import { formatDuration } from '../../../core/format/duration.ts'
import { connectedAt } from '../../../core/inspector/timing/connected-at.ts'
import { timingPhases } from '../../../core/inspector/timing/phases.ts'

/** Where the time of an exchange went: one bar per phase, each beginning where the last one ended. */
export function Waterfall({ exchange }: { exchange: Exchange }) {
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
          The browser does not tell how long connecting took; it is part of the first phase.
        </p>
      )}
    </>
  )
}
