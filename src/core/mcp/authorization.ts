import {
  apiKeyCredential,
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

/** The credential of a server, for its origin alone; undefined where nothing was entered. */
export function authorizationCredential(text: string, url: string): CredentialSource | undefined {
  const { headers } = authorizationSecrets(text)
  return headers.length === 0 ? undefined : apiKeyCredential('', new URL(url).origin, headers)
}
