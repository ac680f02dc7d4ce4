import { useStore } from 'zustand'

import type { Exchange } from '../../core/client/exchanges/exchange.ts'
import { formatDateTime } from '../../core/format/units.ts'
import { outcomeWord, statusPhrase } from '../../core/inspector/exchange-text.ts'
import { changeSinceBefore } from '../../core/inspector/headers.ts'
import { client } from '../../page/client.ts'
import { Badge } from '../../ui/feedback/badge.tsx'

function ConnectionBadge({ connection }: { connection: Exchange['connection'] | undefined }) {
  const current = useStore(client.connections.store, (state) => state.connection?.id)
  return connection === undefined || connection.id === current ? null : (
    <Badge title="Sent over this connection">{connection.name}</Badge>
  )
}

interface ExchangeLineProps {
  exchange: Exchange
  exchanges: readonly Exchange[]
}

/** An exchange in one line, and whether the service changed since the run before it. */
export function ExchangeLine({ exchange, exchanges }: ExchangeLineProps) {
  const { request, status, startedAt, fromFile, fromHistory, shortened } = exchange
  const { word, tone } = outcomeWord(exchange)
  const isGood = status === undefined || status < 400
  const change = changeSinceBefore(exchange, exchanges)
  return (
    <div className="flex min-w-0 grow flex-col gap-1">
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <span className="font-mono text-xs">
          <span className="font-semibold">{request.method}</span> {request.path}
        </span>
        {status !== undefined && (
          <Badge tone={isGood ? 'good' : 'bad'} title={statusPhrase(status)}>
            {status}
          </Badge>
        )}
        <ConnectionBadge connection={exchange.connection} />
        {fromFile === true && <Badge title="Opened from a file">from a file</Badge>}
        {fromHistory === true && (
          <Badge title="Saved in this browser before a reload">from history</Badge>
        )}
        {shortened === true && (
          <Badge tone="warn" title="Too long to save in full: files or the end are left out">
            shortened
          </Badge>
        )}
        {word !== 'complete' && isGood && <Badge tone={tone}>{word}</Badge>}
        <span className="ml-auto text-xs text-text-3 tabular-nums">
          {formatDateTime(startedAt)}
        </span>
      </p>
      {change !== undefined && (
        <p role="note" className="text-xs text-warn">
          API version changed since the previous request:{' '}
          <span className="font-mono">{change.before}</span> to{' '}
          <span className="font-mono">{change.after}</span>.
        </p>
      )}
    </div>
  )
}
