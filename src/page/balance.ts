import { useStore } from 'zustand'

import type { BalanceReading } from '../core/storage/settings/last-balances.ts'
import { client } from './client.ts'

/** The balance of the current connection, wherever in the page it is shown. */
export function useBalance(): BalanceReading | undefined {
  const { balanceMicroUsd: microUsd, balanceAt: at } = useStore(client.accounts.current)
  return microUsd === undefined || at === undefined ? undefined : { microUsd, at }
}
