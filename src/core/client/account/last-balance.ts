import {
  type BalanceReading,
  loadLastBalance,
  saveLastBalance,
} from '../../storage/settings/last-balances.ts'
import type { Client } from '../client.ts'
import type { Connection } from '../connection/connections.ts'
import type { Account } from './accounts.ts'

/** Stores each balance that is read for the current connection, until the returned function is called. */
export function storeBalances({ accounts, connections }: Client): () => void {
  return accounts.current.subscribe(({ balanceMicroUsd, balanceAt }) => {
    const { connection } = connections.store.getState()
    if (connection?.credential === undefined) return
    if (balanceMicroUsd === undefined || balanceAt === undefined) return
    const { origin, label } = connection.credential
    saveLastBalance(origin, label, { microUsd: balanceMicroUsd, at: balanceAt })
  })
}

/** The balance of a connection: as read since it was connected, else before a reload. */
export function lastBalance(
  connection: Connection | undefined,
  { balanceMicroUsd, balanceAt }: Account,
): BalanceReading | undefined {
  if (balanceMicroUsd !== undefined && balanceAt !== undefined)
    return { microUsd: balanceMicroUsd, at: balanceAt }
  const credential = connection?.credential
  return credential && loadLastBalance(credential.origin, credential.label)
}
