/** Where a source leads: the whole address, and its host in punycode. */
export interface SourceAddress {
  href: string
  host: string
}

/** Reads the address of a source; undefined where it is not one of the web, or hides its host. */
export function sourceAddress(text: string): SourceAddress | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url === undefined || (url.protocol !== 'https:' && url.protocol !== 'http:')) return undefined
  if (url.username !== '' || url.password !== '') return undefined
  return { href: url.href, host: url.host }
}
