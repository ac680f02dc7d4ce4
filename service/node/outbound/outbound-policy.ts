import { lookup } from 'node:dns/promises'

import { isPublicAddress } from './public-address.ts'

/** An address and a port to connect to. */
interface Endpoint {
  address: string
  port: number
}

/** What the guarded client may contact. Only tests have another one than `PUBLIC_POLICY`. */
export interface OutboundPolicy {
  /** Every address of a host name. Asked once for each hop. */
  resolve(host: string): Promise<readonly string[]>
  allowsAddress(address: string): boolean
  allowsPort(port: number): boolean
  /** Where a connection to a checked address really goes; the product goes where it says. */
  connectTo(endpoint: Endpoint): Endpoint
}

/** Public addresses only, on the two ports of the web. */
export const PUBLIC_POLICY: OutboundPolicy = {
  resolve: async (host) => (await lookup(host, { all: true })).map(({ address }) => address),
  allowsAddress: isPublicAddress,
  allowsPort: (port) => port === 80 || port === 443,
  connectTo: (endpoint) => endpoint,
}
