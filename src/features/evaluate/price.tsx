import { useEffect, useState } from 'react'

import type { RunPrice } from '../../core/evaluate/run/run-plan.ts'
import { formatMicroUsd } from '../../core/format/money.ts'
import { formatNumber } from '../../core/format/units.ts'

/** After a change the price waits so long for the next one, ms. */
const PRICE_AFTER_MS = 300

/** What something may cost, a moment after it has changed. `load` changes with it; without one there is no price. */
export function usePrice(
  load: ((signal: AbortSignal) => Promise<RunPrice | undefined>) | undefined,
): RunPrice | undefined {
  const [price, setPrice] = useState<RunPrice>()
  useEffect(() => {
    if (load === undefined) return
    const changed = new AbortController()
    const show = async () => {
      // A price that can't be had is shown with the next change, or once it is run.
      const next = await load(changed.signal).catch(() => undefined)
      if (!changed.signal.aborted) setPrice(next)
    }
    const timer = setTimeout(() => void show(), PRICE_AFTER_MS)
    return () => {
      changed.abort()
      clearTimeout(timer)
      setPrice(undefined)
    }
  }, [load])
  return price
}

/** "12 requests, max cost $0.01". */
export function PriceInWords({ price }: { price: RunPrice }) {
  return (
    <>
      {requestsInWords(price)}, <span className="text-money">{maxCostInWords(price)}</span>
    </>
  )
}

/** How many requests and judgments there are to be. */
export function requestsInWords({ requests, judgments }: RunPrice): string {
  const sent = `${formatNumber(requests)} ${requests === 1 ? 'request' : 'requests'}`
  if (judgments === 0) return sent
  return `${requests === 0 ? '' : `${sent} and `}up to ${formatNumber(judgments)} judgments`
}

function maxCostInWords({ maxCost, unknownCosts }: RunPrice): string {
  if (unknownCosts === 0) return `max cost ${formatMicroUsd(maxCost)}`
  return maxCost === 0 ? 'cost unknown' : `${formatMicroUsd(maxCost)} and unknown costs`
}
