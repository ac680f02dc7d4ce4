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

/** An address that may be contacted: where it is, by every address of its host. */
export interface CheckedAddress {
  url: URL
  /** The host without brackets. */
  host: string
  port: number
  /** Never empty; all of them were validated. */
  addresses: readonly string[]
}

/** An address that was validated. The message begins with a subject (`It`, `Its port`, `The host`). */
type AddressVerdict = { ok: true; value: CheckedAddress } | { ok: false; message: string }

/**
 * Validates a web address: scheme, user name, port, then every address of its host. One address that is
 * not public refuses the whole: which one is connected to is not for the name's owner to choose.
 */
export async function checkAddress(text: string, policy: OutboundPolicy): Promise<AddressVerdict> {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url === undefined) return refuse('It is not a web URL.')
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    return refuse(
      `Its scheme is ${url.protocol.slice(0, 20)}; only http: and https: are supported.`,
    )
  if (url.username !== '' || url.password !== '')
    return refuse('It contains a user name or password, which are never sent.')
  const port = Number(url.port === '' ? (url.protocol === 'https:' ? 443 : 80) : url.port)
  if (!policy.allowsPort(port)) return refuse(`Its port is ${port}; only 80 and 443 are allowed.`)
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const addresses = isIP(host) === 0 ? await resolve(host, policy) : [host]
  if (addresses.length === 0) return refuse(`The host ${host} was not found.`)
  if (!addresses.every((address) => policy.allowsAddress(address)))
    return refuse(`The host ${host} is not on the public internet.`)
  return { ok: true, value: { url, host, port, addresses } }
}

async function resolve(host: string, policy: OutboundPolicy): Promise<readonly string[]> {
  try {
    return await policy.resolve(host)
  } catch {
    return []
  }
}

function refuse(message: string): AddressVerdict {
  return { ok: false, message }
}
