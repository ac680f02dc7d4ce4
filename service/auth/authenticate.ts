import type { AppContext } from '../http/app-environment.ts'
import { standardError } from '../http/http-error.ts'
import type { ApiKey, ApiKeyStore } from './api-keys.ts'
import { discoveryError, type PaymentRails } from './discovery.ts'

/** Finds out who is asking. */
export interface Authenticator {
  /**
   * The key of a request.
   * @throws HttpError 402 discovery without credentials, 401 with ones that are not known
   */
  requireKey(context: AppContext): ApiKey
  /** The key of a request, if it has a known one. */
  knownKey(context: AppContext): ApiKey | undefined
}

/** Authentication by `Authorization: Bearer` (contract, "Authentication"). */
export function createAuthenticator(keys: ApiKeyStore, rails: PaymentRails): Authenticator {
  const knownKey = (context: AppContext) => {
    const secret = bearerToken(context.req.header('authorization'))
    return secret === undefined ? undefined : keys.find(secret)
  }
  return {
    knownKey,
    requireKey: (context) => {
      const key = knownKey(context)
      if (key) return key
      if (!context.req.header('authorization')) throw discoveryError(publicUrl(context), rails)
      throw standardError(
        401,
        'Authentication failed: the API key is not known to this service. Send Authorization: Bearer YOUR_API_KEY.',
        'AUTHENTICATION_FAILED',
      )
    },
  }
}

function bearerToken(header: string | undefined): string | undefined {
  return /^Bearer +(\S{1,512})\s*$/i.exec(header ?? '')?.[1]
}

/** The address that was asked for, without its query. */
function publicUrl(context: AppContext): string {
  const { origin, pathname } = new URL(context.req.url)
  return `${origin}${pathname}`
}
