import { useStore } from 'zustand'

import type { Client } from '../../../core/client/client.ts'
import type { Connection } from '../../../core/client/connection/connections.ts'
import {
  loadLastBalance,
  saveLastBalance,
  type BalanceReading,
} from '../../../core/storage/settings/last-balances.ts'

/** Stores each balance that is read for the current connection, until the returned function is called. */
export function storeBalances(client: Client): () => void {
  return client.accounts.current.subscribe(({ balanceMicroUsd, balanceAt }) => {
    const { connection } = client.connections.store.getState()
    if (connection?.credential === undefined) return
    if (balanceMicroUsd === undefined || balanceAt === undefined) return
    const { origin, label } = connection.credential
    saveLastBalance(origin, label, { microUsd: balanceMicroUsd, at: balanceAt })
  })
}

/** The balance of the current connection: as read since it was connected, else before a reload. */
export function useLastBalance(client: Client): BalanceReading | undefined {
  const connection = useStore(client.connections.store, (state) => state.connection)
  const { balanceMicroUsd, balanceAt } = useStore(client.accounts.current)
  return balanceMicroUsd === undefined || balanceAt === undefined
    ? lastBalanceOf(connection)
    : { microUsd: balanceMicroUsd, at: balanceAt }
}

function lastBalanceOf(connection: Connection | undefined): BalanceReading | undefined {
  const credential = connection?.credential
  return credential && loadLastBalance(credential.origin, credential.label)
}
