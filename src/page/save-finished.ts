import { serializeExchange } from '../core/inspector/serialize-exchange.ts'
import { connectedAt } from '../core/inspector/timing/phases.ts'
import { isQuotaExceeded } from '../core/storage/db/open-database.ts'
import { saveExchange } from '../core/storage/exchanges/exchanges.ts'
import { showToast } from '../ui/feedback/toast.tsx'
import { client } from './client.ts'

/** It is said once: every further answer would say the same. */
let isSaid = false

/** Keeps an exchange that is over for after a reload. Never rejects; a full disk is said once. */
export async function saveFinished(id: string, origin?: 'evaluate'): Promise<void> {
  const connected = connectedAt(client.exchanges.store.getState().byId[id])
  if (connected !== undefined)
    client.exchanges.update(id, (exchange) => ({
      ...exchange,
      timing: { ...exchange.timing, connected },
    }))
  const exchange = client.exchanges.store.getState().byId[id]
  if (exchange === undefined || exchange.outcome === 'open') return
  try {
    const { summary, ...saved } = serializeExchange(exchange)
    await saveExchange({
      ...saved,
      summary: { ...summary, ...(origin === undefined ? {} : { origin }) },
    })
  } catch (error) {
    if (isSaid) return
    isSaid = true
    showToast(
      isQuotaExceeded(error)
        ? 'Disk full: requests can be inspected only until the page is reloaded.'
        : "Requests can't be stored here: inspect them before you reload the page.",
    )
  }
}
