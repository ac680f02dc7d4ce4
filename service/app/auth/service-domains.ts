/**
 * The domains that a sign-in to this service may name: its own addresses, with and without the port,
 * and the one under which a proxy offers it.
 * `ownAddresses` are those of the machine, for one that listens on all of them. Compared exactly, and
 * never taken from the request's `Host`.
 */
export function serviceDomains(
  host: string,
  port: number,
  publicOrigin: string | undefined,
  ownAddresses: readonly string[],
): ReadonlySet<string> {
  const hosts = ['127.0.0.1', 'localhost', '::1', ...(isWildcard(host) ? ownAddresses : [host])]
  const own = hosts.map(bracketed).flatMap((name) => [`${name}:${port}`, name])
  return new Set(publicOrigin === undefined ? own : [...own, new URL(publicOrigin).host])
}

/** Whether a service listens on every address of its machine. */
export function isWildcard(host: string): boolean {
  return host === '0.0.0.0' || host === '::'
}

/** A host as URLs have it: an IPv6 address in brackets. */
export function bracketed(host: string): string {
  return host.includes(':') && !host.startsWith('[') ? `[${host}]` : host
}
