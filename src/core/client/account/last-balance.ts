import { loadLastBalance, saveLastBalance } from '../../storage/settings/last-balances.ts'
import type { Client } from '../client.ts'
import { connectionScope } from '../connection/connections.ts'

/**
 * Stores each balance that is read for the current connection, and shows what is stored where it is newer: from
 * before a reload, or from another tab. Returns the way to stop.
 */
export function storeBalances({ accounts, connections, world }: Client): () => void {
  const load = () => {
    const { connection } = connections.store.getState()
    if (connection?.credential === undefined) return
    const { label } = connection.credential
    const stored = loadLastBalance(connectionScope(connection), label)
    if (stored !== undefined && stored.at > (accounts.current.getState().balanceAt ?? 0))
      accounts.recordBalance(connection, stored.microUsd, stored.at)
  }
  const save = () => {
    const { connection } = connections.store.getState()
    const label = connection?.credential?.label
    const { balanceMicroUsd: microUsd, balanceAt: at } = accounts.current.getState()
    if (
      connection !== undefined &&
      label !== undefined &&
      microUsd !== undefined &&
      at !== undefined
    )
      saveLastBalance(connectionScope(connection), label, { microUsd, at })
  }
  load()
  world.events.addEventListener('storage', load)
  const stops = [
    connections.store.subscribe(load),
    accounts.current.subscribe(save),
    () => world.events.removeEventListener('storage', load),
  ]
  return () => {
    for (const stop of stops) stop()
  }
}
