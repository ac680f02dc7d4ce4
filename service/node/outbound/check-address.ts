import { isIP } from 'node:net'

import type { OutboundPolicy } from './outbound-policy.ts'

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
export type AddressVerdict = { ok: true; value: CheckedAddress } | { ok: false; message: string }

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
