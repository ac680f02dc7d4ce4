import type { PocketLimits } from '../../../core/storage/pocket/pocket-records.ts'
import { limitsProblem, MAX_CEILING_MICRO_USD } from '../../../core/wallet/pocket/limits.ts'
import { NumberField } from '../../../ui/controls/slider-field.tsx'

const USD = 1_000_000

const FIELDS = [
  ['ceilingMicroUsd', 'Ceiling', 'Maximum funding'],
  ['dailyMicroUsd', 'Daily limit', 'Per 24 hours, in all tabs'],
  ['perRequestMicroUsd', 'Per request limit', 'Max cost of one request'],
] as const satisfies readonly (readonly [keyof PocketLimits, string, string])[]

interface LimitFieldsProps {
  limits: PocketLimits
  onChange: (limits: PocketLimits) => void
  disabled?: boolean
}

/** What a pocket account may do by itself, in US dollars. */
export function LimitFields({ limits, onChange, disabled = false }: LimitFieldsProps) {
  const wrong = limitsProblem(limits)
  return (
    <div className="flex flex-col gap-2">
      <div className="grid gap-x-4 gap-y-2 sm:grid-cols-3">
        {FIELDS.map(([field, label, hint]) => (
          <div key={field} className="flex flex-col gap-1 text-sm">
            <span aria-hidden className="font-medium">
              {label}
            </span>
            <span className="flex items-center gap-1.5">
              <span aria-hidden className="text-text-3">
                $
              </span>
              <NumberField
                label={label}
                min={0}
                max={MAX_CEILING_MICRO_USD / USD}
                step={0.5}
                value={Number.isNaN(limits[field]) ? undefined : limits[field] / USD}
                onChange={(usd = Number.NaN) =>
                  onChange({ ...limits, [field]: Math.round(usd * USD) })
                }
                invalid={wrong === field}
                disabled={disabled}
                className="w-full min-w-0"
              />
            </span>
            <span aria-hidden className="text-xs text-text-3">
              {hint}
            </span>
          </div>
        ))}
      </div>
      {wrong !== undefined && (
        <p role="alert" className="text-xs text-bad">
          {PROBLEMS[wrong]}
        </p>
      )}
    </div>
  )
}

const PROBLEMS: Record<keyof PocketLimits, string> = {
  ceilingMicroUsd: 'Ceiling must be above $0 and at most $50.',
  dailyMicroUsd: 'Daily limit must be above $0 and at most the ceiling.',
  perRequestMicroUsd: 'Per request limit must be above $0 and at most the daily limit.',
}
