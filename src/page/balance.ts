import { useStore } from 'zustand'

import { lastBalance } from '../core/client/account/last-balance.ts'
import type { BalanceReading } from '../core/storage/settings/last-balances.ts'
import { client } from './client.ts'

/** The balance of the current connection, wherever in the page it is shown. */
export function useBalance(): BalanceReading | undefined {
  const connection = useStore(client.connections.store, (state) => state.connection)
  return lastBalance(connection, useStore(client.accounts.current))
}
