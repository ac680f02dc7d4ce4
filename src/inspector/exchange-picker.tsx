import type { Exchange } from '../api/exchange.ts'
import { modelOf, outcomeWord, timeOfDay } from './exchange-words.ts'
import { inspectorStore } from './inspector-store.ts'

interface ExchangePickerProps {
  /** Oldest first. */
  exchanges: readonly Exchange[]
  /** Undefined: the newest is followed. */
  chosenId: string | undefined
}

/** Chooses among the recent exchanges, newest first, or follows the newest; only room while there is one. */
export function ExchangePicker({ exchanges, chosenId }: ExchangePickerProps) {
  if (exchanges.length < 2) return <span className="grow" />
  return (
    <select
      aria-label="Exchange"
      className="w-full min-w-0 grow truncate field font-mono text-xs"
      value={chosenId ?? ''}
      onChange={({ target }) =>
        inspectorStore.setState({ exchangeId: target.value === '' ? undefined : target.value })
      }
    >
      <option value="">Newest, as it comes</option>
      {exchanges.toReversed().map((exchange) => (
        <option key={exchange.id} value={exchange.id}>
          {exchangeTitle(exchange)}
        </option>
      ))}
    </select>
  )
}

function exchangeTitle(exchange: Exchange): string {
  const { startedAt, request, status } = exchange
  const model = modelOf(exchange)
  return [
    timeOfDay(startedAt),
    `${request.method} ${request.path}`,
    String(status ?? outcomeWord(exchange).word),
    ...(model === undefined ? [] : [model]),
  ].join(' · ')
}
