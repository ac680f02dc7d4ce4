/** An origin that was understood, or a sentence that says why not. */
export type OriginResult = { ok: true; origin: string } | { ok: false; message: string }

const LOOPBACK_NAMES = new Set(['localhost', '[::1]'])

/** True for the host part of an address that never leaves this machine. */
function isLoopbackHost(hostname: string): boolean {
  return (
    LOOPBACK_NAMES.has(hostname) ||
    hostname.endsWith('.localhost') ||
    /^127(?:\.\d{1,3}){3}$/.test(hostname)
  )
}

/**
 * Reads a web origin: scheme, host and port, nothing more. Plain http is for loopback hosts only,
 * because anything else could be read and changed on the way.
 */
export function readOrigin(text: string): OriginResult {
  if (text.length > 300 || !URL.canParse(text))
    return { ok: false, message: 'it is not a URL; write it like https://api.example.com' }
  const url = new URL(text)
  if (url.protocol !== 'https:' && url.protocol !== 'http:')
    return { ok: false, message: 'the URL must start with https:// or http://' }
  if (url.username !== '' || url.password !== '')
    return { ok: false, message: 'the URL must not contain a user name or password' }
  if (text !== url.origin && text !== `${url.origin}/`)
    return { ok: false, message: `use the origin only: ${url.origin}` }
  if (url.protocol === 'http:' && !isLoopbackHost(url.hostname))
    return { ok: false, message: 'http:// is for this computer only; other hosts require https://' }
  // A wildcard or a stray separator in the host would change the meaning of the page's policy.
  if (!/^[a-z0-9.-]+$|^\[[0-9a-f:.]+\]$/.test(url.hostname))
    return { ok: false, message: 'the host name contains characters that are not allowed' }
  return { ok: true, origin: url.origin }
}
