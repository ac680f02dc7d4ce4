import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'

import { PUBLIC_POLICY, type OutboundPolicy } from '../node/outbound/outbound-policy.ts'

/** A public address that every host of the stand-in has. Nothing is ever sent to it. */
const STAND_IN_ADDRESS = '93.184.216.34'

/** A stand-in for the internet on loopback. Stop it when the test ends. */
export interface StandInInternet {
  policy: OutboundPolicy
  stop(): Promise<void>
}

/**
 * Starts a server that answers for every `*.example` host on port 80. The rules for addresses and
 * ports are the product's; only the name server and the last step of a connection are not.
 */
export async function startStandInInternet(handle: RequestListener): Promise<StandInInternet> {
  const server = createServer(handle).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    policy: {
      ...PUBLIC_POLICY,
      resolve: async (host) => (host.endsWith('.example') ? [STAND_IN_ADDRESS] : ['127.0.0.1']),
      connectTo: (endpoint) =>
        endpoint.address === STAND_IN_ADDRESS ? { address: '127.0.0.1', port } : endpoint,
    },
    stop: async () => {
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
  }
}
