import { exchangeFrom } from '../../../core/inspector/export/exchange-from.ts'
import { readExchange } from '../../../core/storage/exchanges/exchanges.ts'
import { client } from '../../../page/client.ts'

/**
 * Brings a kept exchange among those of this page. False when it is no longer kept or cannot be read;
 * never rejects.
 */
export async function openKept(id: string): Promise<boolean> {
  if (client.exchanges.store.getState().byId[id] !== undefined) return true
  const exchange = exchangeFrom(await readExchange(id).catch(() => undefined))
  if (exchange === undefined) return false
  client.exchanges.restore({ ...exchange, id, fromHistory: true })
  return true
}
