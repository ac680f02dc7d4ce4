import { useId } from 'react'

import { MAX_TOP_UP_MICRO_USD, MIN_TOP_UP_MICRO_USD } from '../../../../contract/limits/sizes.ts'
import { formatMicroUsd } from '../../../core/format/money.ts'
import { Segmented } from '../../../ui/controls/segmented.tsx'

const AMOUNTS = ['5', '10', '25', '50'] as const

interface AmountFieldProps {
  /** As written, USD. */
  value: string
  onChange: (value: string) => void
  problem: string | undefined
  leastMicroUsd: number
}

/** How much: four usual amounts, or any other within the limits. */
export function AmountField({ value, onChange, problem, leastMicroUsd }: AmountFieldProps) {
  const id = useId()
  const least = formatMicroUsd(Math.max(leastMicroUsd, MIN_TOP_UP_MICRO_USD))
  return (
    <div className="flex flex-col gap-1">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Segmented
          label="Amount"
          options={AMOUNTS.map((amount) => ({ value: amount, label: `$${amount}` }))}
          value={AMOUNTS.find((amount) => amount === value)}
          onChange={onChange}
        />
        <label htmlFor={id} className="flex items-center gap-2 text-sm text-text-2">
          Other amount (USD)
          <input
            id={id}
            inputMode="decimal"
            value={value}
            aria-invalid={problem !== undefined}
            aria-describedby={`${id}-hint`}
            onChange={(event) => onChange(event.target.value)}
            className="w-24 field font-mono"
          />
        </label>
      </div>
      <p
        id={`${id}-hint`}
        className={problem === undefined ? 'text-xs text-text-3' : 'text-xs text-bad'}
      >
        {problem ?? `From ${least} to ${formatMicroUsd(MAX_TOP_UP_MICRO_USD)}.`}
      </p>
    </div>
  )
}
