import type { StoreApi } from 'zustand/vanilla'

import type { RateLimit } from '../../../../contract/headers/rate-limit.ts'
import type { Connection, Connections } from '../connection/connections.ts'
import { createObservable } from '../observable.ts'
import type { World } from '../world.ts'

/** What an API said of the account behind a connection. */
export interface Account {
  /** Credit left in micro-USD as last heard of, and when (Unix ms). */
  balanceMicroUsd?: number
  balanceAt?: number
  /** The limits of the last inference response. */
  rateLimit: RateLimit
}

export interface Accounts {
  /** The account of the current connection. */
  current: StoreApi<Account>
  /** Records the limits of an inference response. */
  recordRateLimit(connection: Connection, rateLimit: RateLimit): void
  /** Records a balance in micro-USD that was read for a connection, now unless `at` says when (Unix ms). */
  recordBalance(connection: Connection, microUsd: number, at?: number): void
}

const UNKNOWN: Account = { rateLimit: {} }

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

  const record = ({ id }: Connection, heard: Partial<Account>) => {
    if (id === shown) current.setState(heard)
  }

  return {
    current,
    recordRateLimit(connection, rateLimit) {
      record(connection, { rateLimit })
    },
    recordBalance(connection, microUsd, at = clock.now()) {
      record(connection, { balanceMicroUsd: microUsd, balanceAt: at })
    },
  }
}
