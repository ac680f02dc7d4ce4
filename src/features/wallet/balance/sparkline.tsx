import { formatMicroUsd } from '../../../core/format/money.ts'
import type { BalanceReading } from '../../../core/storage/payments/payment-database.ts'
import { stepPath } from '../../../core/wallet/balance/step-path.ts'

const WIDTH = 300
const HEIGHT = 48

/** The credit, a step for each reading, the latest at the right. */
export function Sparkline({ readings }: { readings: readonly BalanceReading[] }) {
  const first = readings[0]
  const last = readings.at(-1)
  if (first === undefined || last === undefined) return null
  return (
    <svg
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      role="img"
      aria-label={`Credit over ${readings.length} readings, from ${formatMicroUsd(first.microUsd)} to ${formatMicroUsd(last.microUsd)}`}
      className="w-full"
    >
      <path
        d={stepPath(readings, WIDTH, HEIGHT)}
        fill="none"
        stroke="var(--accent)"
        strokeWidth="1.5"
        vectorEffect="non-scaling-stroke"
      />
    </svg>
  )
}
