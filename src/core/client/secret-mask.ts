import type { HeaderList } from '../../../contract/headers/header-list.ts'
import { redacted } from '../../../contract/headers/secrets/secret-shapes.ts'

/** Shorter values are no secrets, and would be found in any text. */
const MIN_SECRET_LENGTH = 6

/** What authenticates a request and must not be seen again. */
export function secretsOf(credentials: HeaderList): readonly string[] {
  return credentials.flatMap(([name, value]) => {
    const scheme = name.toLowerCase() === 'authorization' ? /^[\w-]+\s+/ : /^Bearer\s+/i
    const token = value.replace(scheme, '')
    return token.length < MIN_SECRET_LENGTH ? [] : [token]
  })
}

/**
 * Masks in any received text what authenticated the request, since a provider may repeat it, such as
 * in "Incorrect API key provided: sk-…".
 */
export function secretMask(secrets: readonly string[]): (text: string) => string {
  if (secrets.length === 0) return (text) => text
  return (text) =>
    secrets.reduce((masked, secret) => masked.replaceAll(secret, redacted(secret)), text)
}
