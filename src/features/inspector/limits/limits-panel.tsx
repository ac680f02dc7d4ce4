import { useEffect, useState } from 'react'
import { useStore } from 'zustand'

import type { RateLimitWindow } from '../../../../contract/headers/response-facts.ts'
import { emptyFailureLog, failuresOf } from '../../../../contract/limits/failure-log.ts'
import {
  heldOf,
  SPEND_CAPS,
  type SpendCap,
  type SpendCaps,
} from '../../../../contract/limits/spend-log.ts'
import { microUsdFrom } from '../../../../contract/money.ts'
import { failureBudgetOf } from '../../../core/client/admission/failure-budget.ts'
import { spendLimitsOf } from '../../../core/client/admission/spend-limits.ts'
import type { Connection } from '../../../core/client/connection/connections.ts'
import { failureScopeOf } from '../../../core/client/queries/models.ts'
import { formatMicroUsd } from '../../../core/format/money.ts'
import { formatDuration, formatNumber } from '../../../core/format/units.ts'
import { client, useBalance } from '../../../page/client.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { useClock } from '../../../ui/hooks/clock.ts'
import { LIMIT_TYPES } from '../../failures/limit-facts.tsx'
import { KeyLimits } from './key-limits.tsx'

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

interface WindowMeterProps {
  name: string
  window: RateLimitWindow | undefined
  /** Unix ms */
  now: number
}

function WindowMeter({ name, window, now }: WindowMeterProps) {
  if (window === undefined) return null
  const { limit, remaining, resetAtMs } = window
  const isOver = resetAtMs !== undefined && resetAtMs <= now
  const left = isOver ? limit : remaining
  const share = left === undefined || limit === undefined || limit === 0 ? undefined : left / limit
  return (
    <div className="flex flex-col gap-1">
      <p className="flex items-baseline justify-between gap-2">
        <span>{name}</span>
        <span className="font-mono text-xs">
          {left === undefined ? '?' : formatNumber(left)}
          {limit !== undefined && ` of ${formatNumber(limit)}`} left
        </span>
      </p>
      {share !== undefined && (
        <div aria-hidden className="h-1 overflow-hidden rounded-sm bg-surface-3">
          <div
            className={share < 0.1 ? 'h-full bg-warn' : 'h-full bg-accent'}
            style={{ width: `${Math.min(1, share) * 100}%` }}
          />
        </div>
      )}
      {resetAtMs !== undefined && (
        <p role="timer" aria-label={`${name} reset`} className="text-xs text-text-3">
          {isOver
            ? 'The limit has reset.'
            : `Resets in ${formatDuration(Math.ceil((resetAtMs - now) / 1000) * 1000)}.`}
        </p>
      )}
    </div>
  )
}

const LABELS: Readonly<Record<SpendCap, string>> = {
  request: 'Per-request spend limit',
  session: 'Session spend limit',
  day: 'Daily spend limit',
}

function SpendCapsForm({ connection }: { connection: Connection }) {
  useEffect(() => spendLimitsOf(client).watch(connection), [connection])
  const log = useStore(spendLimitsOf(client).log, (state) => state.log)
  if (log === undefined) return null
  const held = heldOf(log)
  return (
    <section aria-labelledby="spend-heading" className="flex flex-col gap-2">
      <h3 id="spend-heading" className="font-medium">
        Spending, all tabs
      </h3>
      <p className="text-xs text-text-2">
        This session {formatMicroUsd(log.session.spent)}, today {formatMicroUsd(log.day.spent)}
        {held > 0 && `, up to ${formatMicroUsd(held)} pending`}.
      </p>
      {SPEND_CAPS.map((cap) => (
        <CapField
          key={cap}
          label={LABELS[cap]}
          value={log.caps[cap]}
          onChange={(value) =>
            void spendLimitsOf(client).setLimits(connection, withCap(log.caps, cap, value))
          }
        />
      ))}
      <p className="text-xs text-text-3">
        Requests whose max cost would exceed a limit are not sent. Sessions end after 1 idle hour.
      </p>
      {log.session.spent > 0 && (
        <Button
          className="self-start"
          onClick={() => void spendLimitsOf(client).startSession(connection)}
        >
          New session
        </Button>
      )}
    </section>
  )
}

interface CapFieldProps {
  label: string
  /** Micro-USD; undefined is no cap. */
  value: number | undefined
  onChange: (value: number | undefined) => void
}

function CapField({ label, value, onChange }: CapFieldProps) {
  const written = value === undefined ? '' : formatMicroUsd(value).replace(/[$,]/g, '')
  const [text, setText] = useState(written)
  const [known, setKnown] = useState(value)
  if (known !== value) {
    // Set here or in another tab. A new field in its place would lose the focus.
    setKnown(value)
    setText(written)
  }
  const trimmed = text.trim().replace(/^\$/, '')
  const micro = trimmed === '' ? undefined : microUsdFrom(trimmed)
  const isFaulty = trimmed !== '' && (micro === undefined || micro < 0)
  const take = () => {
    if (!isFaulty && micro !== value) onChange(micro)
  }
  return (
    <label className="flex flex-wrap items-center justify-between gap-x-2">
      {label}
      <span className="flex items-center gap-1">
        <span aria-hidden className="text-text-3">
          $
        </span>
        <input
          inputMode="decimal"
          placeholder="none"
          value={text}
          aria-label={`${label}, USD`}
          aria-invalid={isFaulty}
          onChange={(event) => setText(event.target.value)}
          onBlur={take}
          onKeyDown={(event) => {
            if (event.key === 'Enter') take()
          }}
          className="w-28 field text-right font-mono"
        />
      </span>
      {isFaulty && (
        <span role="alert" className="w-full text-right text-xs text-bad">
          Enter an amount of 0 or more.
        </span>
      )}
    </label>
  )
}

function withCap(caps: SpendCaps, cap: SpendCap, value: number | undefined): SpendCaps {
  const { [cap]: _, ...others } = caps
  return value === undefined ? others : { ...others, [cap]: value }
}
