import type { HeaderList } from '../../../../contract/headers/header-list.ts'
import { secretMask } from '../../../../contract/headers/secrets/secret-mask.ts'
import type { Exchange } from '../exchanges/exchange.ts'

/** What a request may cost at most, in micro-USD; undefined when nobody knows. */
export type MaxCost = () => number | undefined | Promise<number | undefined>

/** What a credential is asked to authenticate. */
export interface AuthorizedRequest {
  method: string
  url: string
  /** The page sends it by itself: nobody is asked to unlock for it. */
  isBackground?: boolean
  /** Absent where no price is known. */
  maxCost?: MaxCost | undefined
  /** Where a credential that counts what is spent says how to settle it. */
  grant?: { settle?: (exchange: Exchange) => void | Promise<void> }
}

/**
 * Where the proof of payment for a request comes from: an API key, or a wallet that signs. It
 * belongs to one API origin, and the client never asks it for headers for another.
 */
export interface CredentialSource {
  kind: 'api-key' | 'wallet'
  /** Its secrets can be read only while they are unlocked: in the vault, or of a pocket account. */
  isSealed?: true
  /** What may be shown: "key ••7f2a". Never the secret. */
  label: string
  /** Address of the wallet whose signature got it this key. */
  madeBy?: string
  /** The only origin the secret may be sent to, such as `https://api.example.com`. */
  origin: string
  /**
   * The headers that authenticate one request. The person may have to sign, or to unlock saved keys,
   * so this can take long and can be aborted; it rejects when they decline. A `Fault` of a wallet is told in its words.
   */
  authorize(request: AuthorizedRequest, signal: AbortSignal): Promise<HeaderList>
  /** Returns `text` with every secret masked. Absent for wallets, which have no long-lived secret. */
  withoutSecret?(text: string): string
  /** Gets another secret after one was rejected; false where there is none. */
  renew?(): Promise<boolean>
}

/** What authenticates a connection, in clear: on its way from the person, or the vault, to the closure. */
export interface Secrets {
  /** '' where there is none. */
  apiKey: string
  /** Headers that hold secrets, such as Azure's `api-key`. */
  headers: HeaderList
  /** What gets another secret, where there is such; never sent with a request. */
  refresh?: string
}

/** The credential that secrets make; undefined where there are none. */
export function secretsCredential(
  { apiKey, headers }: Secrets,
  origin: string,
): CredentialSource | undefined {
  return apiKey === '' && headers.length === 0
    ? undefined
    : apiKeyCredential(apiKey, origin, headers)
}

/** Secrets held in this closure alone: not in a store, not on disk, not readable from the outside. */
export function apiKeyCredential(
  apiKey: string,
  origin: string,
  headers: HeaderList = [],
): CredentialSource {
  const credentials: HeaderList = [
    ...(apiKey === '' ? [] : [['Authorization', `Bearer ${apiKey}`] as const]),
    ...headers,
  ]
  const mask = secretMask([...(apiKey === '' ? [] : [apiKey]), ...secretsOf(headers)])
  return {
    kind: 'api-key',
    label:
      apiKey === '' ? `header ••${headers[0]?.[1].slice(-4) ?? ''}` : `key ••${apiKey.slice(-4)}`,
    origin,
    authorize: () => Promise.resolve(credentials),
    withoutSecret: mask,
  }
}

/** Shorter values are no secrets, and would be found in any text. */
const MIN_SECRET_LENGTH = 6

/** What authenticates a request and must not be seen again. */
export function secretsOf(credentials: HeaderList): readonly string[] {
  return credentials.flatMap(([name, value]) => {
    const scheme = name.toLowerCase() === 'authorization' ? /^[\w-]+\s+/ : /^Bearer\s+/i
    const token = value.replace(scheme, '')
    return [token, ...passwordIn(value)].filter(({ length }) => length >= MIN_SECRET_LENGTH)
  })
}

/** The password of basic authentication, which a server decodes before it repeats it. */
function passwordIn(value: string): string[] {
  const [, base64 = ''] = /^Basic\s+([A-Za-z0-9+/]+={0,2})$/i.exec(value) ?? []
  try {
    return [atob(base64).replace(/^[^:]*:/, '')]
  } catch {
    return []
  }
}
