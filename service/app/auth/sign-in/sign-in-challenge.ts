import { hexOfBytes, randomBytes } from '../../../../contract/encoding/bytes.ts'
import type { SignInChains } from './read-sign-in.ts'

const SIGN_IN_LIFETIME_MS = 5 * 60_000

/** A fresh sign-in challenge for an address of this service (`extensions["sign-in-with-x"]`). */
export function signInChallenge(
  url: string,
  { evm, solana, likeProvider = false }: SignInChains & { likeProvider?: boolean },
  now: number = Date.now(),
) {
  return {
    info: {
      domain: new URL(url).host,
      uri: url,
      version: '1',
      // The real service's nonces are UUIDs, which EIP-4361 doesn't allow; clients make their own.
      nonce: likeProvider ? crypto.randomUUID() : hexOfBytes(randomBytes(16)),
      issuedAt: new Date(now).toISOString(),
      expirationTime: new Date(now + SIGN_IN_LIFETIME_MS).toISOString(),
      statement: 'Sign in to the inference API',
      resources: [url],
      ...(likeProvider ? { notBefore: null, requestId: null } : {}),
    },
    supportedChains: [
      { chainId: evm.id, type: 'eip191' },
      { chainId: evm.id, type: 'eip1271' },
      { chainId: solana.id, type: 'ed25519' },
    ],
  }
}

const PROOF_MEMBERS = [
  'domain',
  'address',
  'statement',
  'uri',
  'version',
  'chainId',
  'type',
  'nonce',
  'issuedAt',
  'expirationTime',
  'signature',
]

/** The JSON schema of a proof, as the extension carries it beside the challenge. */
export const PROOF_SCHEMA = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  type: 'object',
  properties: Object.fromEntries(PROOF_MEMBERS.map((name) => [name, { type: 'string' }])),
  required: PROOF_MEMBERS.filter((name) => !['statement', 'expirationTime'].includes(name)),
}

/**
 * How long a used nonce has to be remembered, ms: past the last moment its sign-in, or its token for a key, could be
 * accepted.
 */
export const NONCE_LIFETIME_MS = 930_000

/** The nonces that sign-ins have used up. */
export interface SignInNonces {
  /** Uses a nonce up; false when the wallet, a normalized address, used it before. Durable when it resolves. */
  use(wallet: string, nonce: string): Promise<boolean>
}
