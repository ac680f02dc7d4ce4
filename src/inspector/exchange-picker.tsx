import { useStore } from 'zustand'
import { useShallow } from 'zustand/react/shallow'

import { exchangeStore } from '../api/exchange-store.ts'
import type { Exchange } from '../api/exchange.ts'
import { modelOf, outcomeWord, timeOfDay } from './exchange-words.ts'
import { inspectorStore } from './inspector-store.ts'

/** Chooses among the recent exchanges, newest first, or follows the newest; absent while there is one. */
export function ExchangePicker() {
  const chosen = useStore(inspectorStore, ({ exchangeId }) => exchangeId)
  const titles = useStore(
    exchangeStore,
    useShallow(({ byId, order }) => order.map((id) => byId[id] && exchangeTitle(byId[id]))),
  )
  const { order } = exchangeStore.getState()
  if (order.length < 2) return null
  return (
    <select
      aria-label="Exchange"
      className="w-full truncate field font-mono text-xs"
      value={chosen ?? ''}
      onChange={({ target }) =>
        inspectorStore.setState({ exchangeId: target.value === '' ? undefined : target.value })
      }
    >
      <option value="">Newest, as it comes</option>
      {order
        .map((id, index) => (
          <option key={id} value={id}>
            {titles[index]}
          </option>
        ))
        .toReversed()}
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
