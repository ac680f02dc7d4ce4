import { type AppContext, requestUrl } from '../http/app-environment.ts'
import { standardError } from '../http/http-error.ts'
import type { PaymentRails } from '../money/payments/payment-rails.ts'
import type { ApiKey, ApiKeyStore } from './api-keys.ts'
import { discoveryError, signInRequiredError } from './discovery.ts'
import {
  refusalWords,
  signInHeader,
  type WalletAccess,
  type WalletCaller,
} from './wallet-access.ts'

/** Who uses inference: a key, or a wallet with enough credit. `id` is the account in the ledger. */
type Caller = ({ kind: 'key' } & ApiKey) | WalletCaller

/** Finds out who is asking. */
export interface Authenticator {
  /**
   * The key of a request, on operations for keys only: a wallet's sign-in does not count there.
   * @throws HttpError 402 discovery without credentials, 401 with ones that are not known
   */
  requireKey(context: AppContext): Promise<ApiKey>
  /**
   * The key or the wallet of a request; a sign-in wins over a key.
   * @throws HttpError as `requireKey`, and 401, 402 or 429 for a wallet that may not
   */
  requireCaller(context: AppContext): Promise<Caller>
  /** The wallet of a request, on the wallet's own routes. @throws HttpError 402 without a sign-in, 401 with a bad one */
  requireWallet(context: AppContext): Promise<string>
  /** The key of a request, if it has a known one. */
  knownKey(context: AppContext): Promise<ApiKey | undefined>
}

/** Authentication by `Authorization: Bearer` and `SIGN-IN-WITH-X` (contract, "Authentication"). */
export function createAuthenticator(
  keys: ApiKeyStore,
  rails: PaymentRails,
  wallets: WalletAccess,
): Authenticator {
  const knownKey = async (context: AppContext) => {
    const known = context.get('apiKey')
    if (known !== undefined) return known
    const secret = bearerToken(context.req.header('authorization'))
    const key = secret === undefined ? undefined : await keys.find(secret)
    if (key !== undefined) context.set('apiKey', key)
    return key
  }
  const requireKey = async (context: AppContext) => {
    const key = await knownKey(context)
    if (key) return key
    const isKey = Boolean(context.req.header('authorization'))
    if (!isKey && signInHeader(context) === undefined)
      throw discoveryError(requestUrl(context), rails)
    throw standardError(
      401,
      isKey
        ? 'Authentication failed: unknown API key. Send Authorization: Bearer YOUR_API_KEY.'
        : 'Authentication failed: send an API key as Authorization: Bearer YOUR_API_KEY.',
      'AUTHENTICATION_FAILED',
    )
  }
  return {
    knownKey,
    requireKey,
    requireCaller: async (context) => {
      const signedIn = await wallets.signIn(context)
      return signedIn === undefined
        ? { kind: 'key', ...(await requireKey(context)) }
        : wallets.admit(context, signedIn)
    },
    requireWallet: async (context) => {
      const signedIn = await wallets.signIn(context)
      if (signedIn === undefined) throw signInRequiredError(requestUrl(context), rails)
      if (!signedIn.ok)
        throw standardError(401, `Invalid Sign-in-with-x signature. ${refusalWords(signedIn)}`)
      return signedIn.wallet
    },
  }
}

function bearerToken(header: string | undefined): string | undefined {
  return /^Bearer +(\S{1,512})\s*$/i.exec(header ?? '')?.[1]
}
