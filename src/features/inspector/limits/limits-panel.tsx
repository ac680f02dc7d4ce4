import { useEffect } from 'react'
import { useStore } from 'zustand'

import { emptyFailureLog, failuresOf } from '../../../../contract/limits/failure-log.ts'
import { failureBudgetOf } from '../../../core/client/admission/failure-budget.ts'
import type { Connection } from '../../../core/client/connection/connections.ts'
import { failureScopeOf } from '../../../core/client/queries/resolve-model.ts'
import { formatDuration } from '../../../core/format/duration.ts'
import { formatMicroUsd } from '../../../core/format/money.ts'
import { useBalance } from '../../../page/balance.ts'
import { client } from '../../../page/client.ts'
import { useClock } from '../../../ui/hooks/use-clock.ts'
import { LIMIT_TYPES } from '../../failures/limit-facts.tsx'
import { KeyLimits } from './key-limits.tsx'
import { SpendCapsForm } from './spend-caps-form.tsx'
import { WindowMeter } from './window-meter.tsx'

/** Money and limits of the connection: what is left, until when, and the caps a person set. */
export function LimitsPanel({ model }: { model: string }) {
  const connection = useStore(client.connections.store, (state) => state.connection)
  const { rateLimit } = useStore(client.accounts.current)
  const balance = useBalance()
  const now = useClock()
  useEffect(() => {
    // Opened by keyboard or from a failure: reading starts here.
    document.getElementById('limits-heading')?.focus()
  }, [])
  return (
    <div className="flex flex-col gap-4 text-sm">
      <h2 id="limits-heading" tabIndex={-1} className="text-base font-semibold outline-none">
        Balance and limits
      </h2>
      <p className="flex items-baseline justify-between gap-2">
        <span>Balance</span>
        <span className="text-right">
          <b className="font-mono font-medium text-money">
            {balance === undefined ? 'unknown' : formatMicroUsd(balance.microUsd)}
          </b>
          {balance !== undefined && (
            <span className="block text-xs text-text-3">
              {now - balance.at < 1000
                ? 'just now'
                : `${formatDuration(whole(now - balance.at))} ago`}
            </span>
          )}
        </span>
      </p>
      <section aria-labelledby="windows-heading" className="flex flex-col gap-2">
        <h3 id="windows-heading" className="font-medium">
          Rate limits (last response)
        </h3>
        {rateLimit.requests === undefined && rateLimit.tokens === undefined && (
          <p className="text-xs text-text-3">No response with limits yet.</p>
        )}
        <WindowMeter name="Requests" window={rateLimit.requests} now={now} />
        <WindowMeter name="Tokens" window={rateLimit.tokens} now={now} />
        {rateLimit.type !== undefined && (
          <p className="text-xs text-text-2">
            {LIMIT_TYPES[rateLimit.type] ?? `Of type ${rateLimit.type}.`}
          </p>
        )}
      </section>
      {connection !== undefined && (
        <>
          <KeyLimits connection={connection} model={model} />
          <FailureBudget connection={connection} model={model} now={now} />
          <SpendCapsForm key={connection.id} connection={connection} />
        </>
      )}
    </div>
  )
}

function whole(ms: number): number {
  return Math.floor(ms / 1000) * 1000
}

interface FailureBudgetProps {
  connection: Connection
  model: string
  now: number
}

/** How many requests of all tabs failed lately, of those the service allows before it blocks. */
function FailureBudget({ connection, model, now }: FailureBudgetProps) {
  const log = useStore(failureBudgetOf(client).log, (state) => state.log) ?? emptyFailureLog
  const { allowed, failed, report } = failuresOf(
    log,
    failureScopeOf(client, connection, { model }),
    now,
  )
  const blocked = log.blockedUntil !== undefined && log.blockedUntil > now
  return (
    <section aria-labelledby="failures-heading" className="flex flex-col gap-1">
      <h3 id="failures-heading" className="font-medium">
        Failed requests
      </h3>
      <p className="flex justify-between gap-2">
        <span>
          {report === undefined ? 'In the last 30 s, all tabs' : 'Still allowed for this model'}
        </span>
        <span className="font-mono text-xs">
          {report === undefined
            ? `${failed.length} of ${allowed}`
            : Math.max(0, allowed - failed.length)}
        </span>
      </p>
      <p className="text-xs text-text-3">
        {blocked
          ? `Blocked for ${Math.ceil(((log.blockedUntil ?? now) - now) / 1000)} s.`
          : report === undefined
            ? 'More would block all requests for 30 s, so the page stops before.'
            : 'More failures would block this model for 30 s, so the page stops before.'}
      </p>
    </section>
  )
}
