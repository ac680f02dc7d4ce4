import { networkInterfaces } from 'node:os'

/**
 * The domains that a sign-in to this service may name: its own addresses, with and without the port.
 * Compared exactly, and never taken from the request's `Host`.
 */
export function serviceDomains(
  host: string,
  port: number,
  ownAddresses: () => readonly string[] = addressesOfThisMachine,
): ReadonlySet<string> {
  const everywhere = host === '0.0.0.0' || host === '::'
  const hosts = ['127.0.0.1', 'localhost', '::1', ...(everywhere ? ownAddresses() : [host])]
  return new Set(hosts.map(bracketed).flatMap((name) => [`${name}:${port}`, name]))
}

function addressesOfThisMachine(): string[] {
  return Object.values(networkInterfaces()).flatMap((list) =>
    (list ?? []).map(({ address }) => address),
  )
}

function bracketed(host: string): string {
  return host.includes(':') && !host.startsWith('[') ? `[${host}]` : host
}
