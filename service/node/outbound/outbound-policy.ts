import { lookup } from 'node:dns/promises'
import { BlockList, isIP } from 'node:net'

/*
 * An allow-list, because every list of bad addresses has been one short. Whatever stands for another
 * network (IPv4-mapped, NAT64, 6to4, Teredo) lies outside of it.
 */

const SPECIAL_V4 = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const

const SPECIAL_V6 = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const

const specialV4 = listOf(SPECIAL_V4, 'ipv4')
const specialV6 = listOf(SPECIAL_V6, 'ipv6')
const globalV6 = listOf([['2000::', 3]], 'ipv6')

/**
 * True for an address on the public internet: IPv4 without its special networks, IPv6 in 2000::/3
 * without those in it. False for everything else, text that is no address included.
 */
export function isPublicAddress(address: string): boolean {
  // A zone names an interface of this machine.
  if (address.includes('%')) return false
  const family = isIP(address)
  if (family === 4) return !specialV4.check(address, 'ipv4')
  return family === 6 && globalV6.check(address, 'ipv6') && !specialV6.check(address, 'ipv6')
}

function listOf(nets: readonly (readonly [string, number])[], family: 'ipv4' | 'ipv6'): BlockList {
  const list = new BlockList()
  for (const [net, prefix] of nets) list.addSubnet(net, prefix, family)
  return list
}

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
