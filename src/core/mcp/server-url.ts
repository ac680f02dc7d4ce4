import { redactSecretShapes } from '../../../contract/headers/secrets/secret-mask.ts'
import { isLoopback } from '../client/connection/network.ts'

/** A parameter of this name has a secret as its value. */
const SECRET_NAME = /key|token|secret|password|auth|credential/i

/** The longest URL of a server, characters. */
const MAX_CHARS = 2_000

/**
 * The URL of a tool server as a person entered it, or why it can't be one, as a sentence. A secret in it
 * would be in every exchange and export: it belongs into the Authorization header.
 */
export function readServerUrl(
  text: string,
): { ok: true; url: string } | { ok: false; message: string } {
  const entered = text.trim()
  const withScheme = /^[a-z][a-z0-9+.-]*:\/\//i.test(entered) ? entered : `https://${entered}`
  if (entered === '' || entered.length > MAX_CHARS || !URL.canParse(withScheme))
    return { ok: false, message: 'Enter a URL, such as https://mcp.example.com/mcp.' }
  const url = new URL(withScheme)
  if (url.protocol !== 'https:' && url.protocol !== 'http:')
    return { ok: false, message: 'A tool server has an HTTP or HTTPS URL.' }
  if (url.protocol === 'http:' && !isLoopback(url.hostname))
    return { ok: false, message: 'Use HTTPS. HTTP is for servers on this machine only.' }
  const isSecret = [...url.searchParams].some(
    ([name, value]) => SECRET_NAME.test(name) || redactSecretShapes(value) !== value,
  )
  if (url.username !== '' || url.password !== '' || isSecret)
    return { ok: false, message: 'Remove the secret from the URL and enter it in Authorization.' }
  url.hash = ''
  return { ok: true, url: url.href }
}
