import {
  secretsCredential,
  type CredentialSource,
  type Secrets,
} from '../client/connection/credential.ts'

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
