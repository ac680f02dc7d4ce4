import type { Failure } from '../../../../contract/errors/failure.ts'
import type { Client } from '../client.ts'
import type { Exchange, ExchangeOutcome } from './exchange.ts'

/** An exchange being written: everything that happens to a request goes through here. */
export interface OpenExchange {
  readonly id: string
  /** ms since the request was sent; before that, since it was opened. */
  elapsed(): number
  /** The exchange as it stands. */
  get(): Exchange
  update(change: (exchange: Exchange) => Exchange): void
  /** The request leaves now: times count from here. */
  markSent(change: (exchange: Exchange) => Exchange): void
  /** Ends the exchange, once; returns it as it stays. */
  close(failure: Failure | undefined): Exchange
}

/** Adds an exchange that is open until `close`. */
export function openExchange(
  { exchanges, world: { clock } }: Client,
  initial: Omit<Exchange, 'startedAt' | 'outcome' | 'timing' | 'unsent'>,
): OpenExchange {
  let start = clock.elapsed()
  let exchange: Exchange = {
    ...initial,
    startedAt: clock.now(),
    unsent: true,
    outcome: 'open',
    timing: {},
  }
  exchanges.add(exchange)
  const elapsed = () => clock.elapsed() - start
  const update = (change: (exchange: Exchange) => Exchange) => {
    if (exchange.outcome !== 'open') return
    exchange = change(exchange)
    const changed = exchange
    exchanges.update(exchange.id, () => changed)
  }
  return {
    id: exchange.id,
    elapsed,
    get: () => exchange,
    update,
    markSent(change) {
      start = clock.elapsed()
      update((before) => {
        const { unsent: _, ...sent } = before
        return change({ ...sent, startedAt: clock.now() })
      })
    },
    close(failure) {
      const end = elapsed()
      update((before) => ({
        ...before,
        outcome: outcomeOf(before, failure),
        timing: { ...before.timing, end },
        ...(failure === undefined || failure.kind === 'aborted' ? {} : { failure }),
      }))
      return exchange
    },
  }
}

function outcomeOf({ status }: Exchange, failure: Failure | undefined): ExchangeOutcome {
  switch (failure?.kind) {
    case undefined:
      return 'done'
    case 'aborted':
      return 'stopped'
    case 'cut':
    case 'stalled':
      // Bytes are missing only where some came.
      return status === undefined ? 'failed' : 'cut'
    default:
      return 'failed'
  }
}
