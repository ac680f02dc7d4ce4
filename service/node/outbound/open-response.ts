import { request as requestHttp, type IncomingMessage, type RequestOptions } from 'node:http'
import { request as requestHttps } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'

import type { CheckedAddress } from './check-address.ts'
import type { OutboundPolicy } from './outbound-policy.ts'

/** The headers of every request; there are no cookies and no credentials. */
const HEADERS = { 'Accept-Encoding': 'gzip', 'User-Agent': 'vendor-playground' }

/**
 * Sends one GET to a checked address and gives the answer, its body unread. The connection goes to
 * the very addresses that were validated: the name is not looked up again.
 */
export function openResponse(
  { url, host, port, addresses }: CheckedAddress,
  policy: OutboundPolicy,
  accept: string,
  signal: AbortSignal,
): Promise<IncomingMessage> {
  const targets = addresses.map((address) => policy.connectTo({ address, port }))
  const [first] = targets
  if (first === undefined) throw new TypeError('A checked URL has at least one IP address')
  const isLiteral = isIP(host) !== 0
  const options: RequestOptions = {
    // Node looks nothing up for a literal address, so this is where it goes.
    hostname: isLiteral ? first.address : host,
    port: first.port,
    path: `${url.pathname}${url.search}`,
    lookup: pinnedLookup(targets.map(({ address }) => address)),
    agent: false,
    signal,
    headers: { ...HEADERS, Host: url.host, Accept: accept },
  }
  return new Promise((resolve, reject) => {
    const outgoing =
      url.protocol === 'https:'
        ? requestHttps({ ...options, ...(isLiteral ? {} : { servername: host }) })
        : requestHttp(options)
    outgoing.on('response', resolve)
    outgoing.on('error', reject)
    outgoing.end()
  })
}

function pinnedLookup(addresses: readonly string[]): LookupFunction {
  const found = addresses.map((address) => ({ address, family: isIP(address) }))
  return (_host, options, callback) => {
    const [first] = found
    if (options.all === true) callback(null, found)
    else callback(null, first?.address ?? '', first?.family)
  }
}
