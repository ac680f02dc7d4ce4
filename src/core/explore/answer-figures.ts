import type { Exchange } from '../client/exchanges/exchange.ts'
import { formatBytes } from '../format/bytes.ts'
import { formatDuration } from '../format/duration.ts'
import { formatUsd } from '../format/money.ts'
import { balancesOf } from '../inspector/cost/balance-movement.ts'

/** What is told of an answer in one line each: time, size, type, cost, balance. */
export function figuresOf(
  exchange: Pick<Exchange, 'timing' | 'body' | 'headers' | 'providerName' | 'receipt'>,
): (readonly [term: string, value: string])[] {
  const { timing, body } = exchange
  const { beforeUsd, afterUsd } = balancesOf(exchange)
  const cost = exchange.receipt.cost?.usd
  const type = exchange.headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1]
  return [
    ...(timing.end === undefined ? [] : [['Time', formatDuration(timing.end)] as const]),
    ...(body === undefined ? [] : [['Size', formatBytes(body.bytes)] as const]),
    ...(type === undefined ? [] : [['Type', type.slice(0, 80)] as const]),
    ...(cost === undefined ? [] : [['Cost', formatUsd(cost)] as const]),
    ...(beforeUsd === undefined ? [] : [['Balance before', formatUsd(beforeUsd)] as const]),
    ...(afterUsd === undefined ? [] : [['Balance after', formatUsd(afterUsd)] as const]),
  ]
}
