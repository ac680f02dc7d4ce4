import { useEffect, useState } from 'react'
import { useStore } from 'zustand'

import {
  SPEND_CAPS,
  heldOf,
  type SpendCap,
  type SpendCaps,
} from '../../../../contract/limits/spend-log.ts'
import { microUsdFrom } from '../../../../contract/money.ts'
import { spendLimitsOf } from '../../../core/client/admission/spend-limits.ts'
import type { Connection } from '../../../core/client/connection/connections.ts'
import { formatMicroUsd } from '../../../core/format/money.ts'
import { client } from '../../../page/client.ts'
import { Button } from '../../../ui/controls/button.tsx'

const LABELS: Readonly<Record<SpendCap, string>> = {
  request: 'Per-request spend limit',
  session: 'Session spend limit',
  day: 'Daily spend limit',
}

/** What was spent in all tabs, and the caps on it: a request that might break one is not sent. */
export function SpendCapsForm({ connection }: { connection: Connection }) {
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
          key={`${cap} ${log.caps[cap]}`}
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

/** An amount in USD, taken over when the field is left or Enter is pressed. */
function CapField({ label, value, onChange }: CapFieldProps) {
  const written = value === undefined ? '' : formatMicroUsd(value).replace(/[$,]/g, '')
  const [text, setText] = useState(written)
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
