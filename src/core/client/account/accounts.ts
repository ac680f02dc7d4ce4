import type { StoreApi } from 'zustand/vanilla'

import type { RateLimit } from '../../../../contract/headers/rate-limit.ts'
import type { Connection, Connections } from '../connection/connections.ts'
import { createObservable } from '../observable.ts'
import type { World } from '../world.ts'

/** What an API said of the account behind a connection. */
interface Account {
  /** Balance in micro-USD as last reported, less what was charged since, and when (Unix ms). */
  balanceMicroUsd?: number
  balanceAt?: number
  /** The most that the requests under way can cost, micro-USD: set aside, not spent. */
  reservedMicroUsd: number
  /** The limits of the last inference response. */
  rateLimit: RateLimit
}

export interface Accounts {
  /** The account of the current connection. */
  current: StoreApi<Account>
  /** Changes what is known of a connection's account. */
  update(connection: Connection, change: (known: Account) => Partial<Account>): void
  /** Records a balance in micro-USD that was read for a connection, now unless `at` says when (Unix ms). */
  recordBalance(connection: Connection, microUsd: number, at?: number): void
}

const UNKNOWN: Account = { rateLimit: {}, reservedMicroUsd: 0 }

/** Accounts by connection: what arrives for one that is no longer current is not shown. */
export function createAccounts(
  { clock, report }: Pick<World, 'clock' | 'report'>,
  connections: Connections,
): Accounts {
  const current = createObservable<Account>(UNKNOWN, report)
  let shown = connections.store.getState().connection?.id

  connections.store.subscribe(({ connection }) => {
    if (connection?.id === shown) return
    shown = connection?.id
    current.setState(UNKNOWN, true)
  })

  const update: Accounts['update'] = ({ id }, change) => {
    if (id === shown) current.setState(change)
  }

  return {
    current,
    update,
    recordBalance: (connection, balanceMicroUsd, balanceAt = clock.now()) =>
      update(connection, () => ({ balanceMicroUsd, balanceAt })),
  }
}
