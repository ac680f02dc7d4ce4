import type { StoreApi } from 'zustand/vanilla'

import type { RateLimit } from '../../../contract/headers/response-facts.ts'
import { type Connection, type Connections, createConnections } from './connection/connections.ts'
import { createNetwork, type Network } from './connection/network.ts'
import type { SignatureWait } from './connection/signature-wait.ts'
import { createExchanges, type Exchanges } from './exchanges/exchange.ts'
import { createObservable } from './observable.ts'
import type { World } from './world.ts'

/** Everything the playground knows of the APIs it talks to. Made, so that several live side by side. */
export interface Client {
  world: World
  connections: Connections
  network: Network
  accounts: Accounts
  exchanges: Exchanges
  /** The requests that wait for the wallet, oldest first. */
  signatureWaits: StoreApi<{ waiting: readonly SignatureWait[] }>
}

/** Makes a client in a world of its own: nothing is shared with another but what the worlds share. */
export function createClient(world: World): Client {
  const connections = createConnections(world)
  return {
    world,
    connections,
    network: createNetwork(world, connections),
    accounts: createAccounts(world, connections),
    exchanges: createExchanges(world),
    signatureWaits: createObservable<{ waiting: readonly SignatureWait[] }>(
      { waiting: [] },
      world.report,
    ),
  }
}

/** What an API said of the account behind a connection. */
interface Account {
  /** Balance in micro-USD as last reported, less what was charged since, and when (Unix ms). */
  balanceMicroUsd?: number
  balanceAt?: number
  /** DIEM, in micro-DIEM, as last reported: requests spend it before the balance. */
  microDiem?: number
  /** The most that the requests under way can cost, micro-USD: set aside, not spent. */
  reservedMicroUsd: number
  /** The limits of the last inference response. */
  rateLimit: RateLimit
}

interface Accounts {
  /** The account of the current connection. */
  current: StoreApi<Account>
  /** The account of a connection as far as it is known. */
  of(connection: Connection): Account
  /** Changes what is known of a connection's account. */
  update(connection: Connection, change: (known: Account) => Partial<Account>): void
  /** Records a balance in micro-USD that was read for a connection, now unless `at` says when (Unix ms). */
  recordBalance(connection: Connection, microUsd: number, at?: number): void
}

const UNKNOWN: Account = { rateLimit: {}, reservedMicroUsd: 0 }

/** Accounts by connection: what arrives for one that is not current is shown when it is again. */
function createAccounts(
  { clock, report }: Pick<World, 'clock' | 'report'>,
  connections: Connections,
): Accounts {
  const known = new Map<string, Account>()
  const current = createObservable<Account>(UNKNOWN, report)
  let shown = connections.store.getState().connection?.session

  const of: Accounts['of'] = ({ session }) => known.get(session) ?? UNKNOWN

  connections.store.subscribe(({ connection, open }) => {
    const sessions = new Set(open.map(({ session }) => session))
    if (connection !== undefined) sessions.add(connection.session)
    for (const session of known.keys()) if (!sessions.has(session)) known.delete(session)
    if (connection?.session === shown) return
    shown = connection?.session
    current.setState(connection === undefined ? UNKNOWN : of(connection), true)
  })

  const update: Accounts['update'] = (connection, change) => {
    const before = of(connection)
    const after = { ...before, ...change(before) }
    known.set(connection.session, after)
    if (connection.session === shown) current.setState(after, true)
  }

  return {
    current,
    of,
    update,
    recordBalance: (connection, balanceMicroUsd, balanceAt = clock.now()) =>
      update(connection, () => ({ balanceMicroUsd, balanceAt })),
  }
}
