import type { Failure } from '../../../contract/errors/failure.ts'
import { formatMicroUsd } from '../../core/format/money.ts'

/** The figures of a spend cap that a request would have broken. */
export function CapFacts({ failure }: { failure: Failure }) {
  if (failure.kind !== 'over_spend_cap') return null
  const { cap, limit, counted, ceiling } = failure
  return (
    <p>
      {ceiling !== undefined && `It may cost up to ${formatMicroUsd(ceiling)}. `}
      {cap === 'request'
        ? `The cap is ${formatMicroUsd(limit)}.`
        : `The cap is ${formatMicroUsd(limit)} per ${cap}, of which ${formatMicroUsd(counted)} is spent or held.`}
    </p>
  )
}
