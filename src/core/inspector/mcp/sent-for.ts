import type { Exchange } from '../../client/exchanges/exchange.ts'

/** The messages to tool servers that a request was the cause of, in the order of sending. */
export function sentFor({ id }: Exchange, exchanges: readonly Exchange[]): readonly Exchange[] {
  return exchanges
    .filter(({ cause }) => cause?.exchangeId === id)
    .toSorted((a, b) => a.startedAt - b.startedAt)
}
