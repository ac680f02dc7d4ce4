import { redactSecretShapes } from '../../../contract/headers/secrets/secret-mask.ts'
import {
  type CredentialSource,
  type Secrets,
  secretsCredential,
} from '../client/connection/credential.ts'
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

/** The value of an `Authorization` header that is meant: without a scheme, a bearer token. */
function authorizationValue(text: string): string {
  const value = text.trim().replace(/^authorization:\s*/i, '')
  return value === '' || /^[\w-]+\s+\S/.test(value) ? value : `Bearer ${value}`
}

/** Why a text can't be an Authorization value, as a sentence; undefined where it can. */
export function authorizationFault(text: string): string | undefined {
  return /^[\x20-\x7e]{0,8000}$/.test(text.trim())
    ? undefined
    : 'An Authorization value has ASCII characters only, 8,000 at most.'
}

/** The secrets to save in the vault for a server, as those of a connection. */
export function authorizationSecrets(text: string): Secrets {
  const value = authorizationValue(text)
  return { apiKey: '', headers: value === '' ? [] : [['Authorization', value]] }
}

/**
 * The credential of a server, for its origin alone; undefined where nothing was entered. `renew` resolves
 * to the value to use instead after it was rejected.
 */
export function authorizationCredential(
  text: string,
  url: string,
  renew?: () => Promise<string | undefined>,
): CredentialSource | undefined {
  const { origin } = new URL(url)
  let current = secretsCredential(authorizationSecrets(text), origin)
  if (current === undefined || renew === undefined) return current
  let renewing: Promise<boolean> | undefined
  const replace = async () => {
    const next = await renew()
    if (next !== undefined) current = secretsCredential(authorizationSecrets(next), origin)
    renewing = undefined
    return next !== undefined
  }
  return {
    ...current,
    authorize: async (request, signal) => (await current?.authorize(request, signal)) ?? [],
    withoutSecret: (shown) => current?.withoutSecret?.(shown) ?? shown,
    // Once for all that were rejected together.
    renew: () => (renewing ??= replace()),
  }
}
