import { exchangeStore } from '../../core/client/exchanges/exchange-store.ts'
import { addPastExchange } from '../../core/client/exchanges/past-exchange.ts'
import { readExchange } from '../../core/storage/exchanges/exchanges.ts'
import { exchangeFrom } from '../export/exchange-from.ts'

/**
 * Brings a kept exchange among those of this page. False when it is no longer kept or cannot be read;
 * never rejects.
 */
export async function openKept(id: string): Promise<boolean> {
  if (exchangeStore.getState().byId[id] !== undefined) return true
  const exchange = exchangeFrom(await readExchange(id).catch(() => undefined))
  if (exchange === undefined) return false
  addPastExchange({ ...exchange, id, fromHistory: true })
  return true
}
