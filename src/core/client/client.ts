import type { StoreApi } from 'zustand/vanilla'

import { createAccounts, type Accounts } from './account/accounts.ts'
import { createConnections, type Connections } from './connection/connections.ts'
import { createNetwork, type Network } from './connection/network.ts'
import type { SignatureWait } from './connection/signature-wait.ts'
import { createExchanges, type Exchanges } from './exchanges/exchanges.ts'
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

/**
 * Makes a client in a world of its own: nothing is shared with another client but what the worlds
 * share.
 * @example
 * const client = createClient(browserWorld())
 * client.connections.connectRemote({ id, name, baseUrl, providerName: 'vendor' }, credential)
 */
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
