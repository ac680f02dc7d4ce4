import { randomBytes } from 'node:crypto'

import { SUGGESTED_TOP_UP_MICRO_USD } from '../../src/contract/limits/sizes.ts'
import { encodeBase64Json } from '../../src/contract/wallet/base64-json.ts'
import {
  BASE,
  BASE_SEPOLIA,
  SOLANA,
  SOLANA_DEVNET,
  type EvmNetwork,
  type SolanaNetwork,
} from '../../src/contract/wallet/networks.ts'
import { SIGN_IN_EXTENSION } from '../../src/contract/wallet/payment-required.ts'
import { HttpError } from '../http/http-error.ts'

/** The chains on which this service would take payment, and where it would take it. */
export interface PaymentRails {
  evm: EvmNetwork
  solana: SolanaNetwork
  /** Absent while nobody can be paid: then no way to pay is offered. */
  receivers?: { evm: string; solana: string }
}

/** Addresses that nobody holds: what is offered on throw-away chains until payments exist. */
const NOBODY = {
  evm: '0x000000000000000000000000000000000000dEaD',
  solana: '1nc1nerator11111111111111111111111111111111',
}

const SIGN_IN_LIFETIME_MS = 5 * 60_000
const PAYMENT_TIMEOUT_SECONDS = 300

/** The rails of a set of network ids; `throwAway` chains hold no real money. */
export function paymentRails(networkIds: 'test' | 'mainnet', throwAway: boolean): PaymentRails {
  const networks =
    networkIds === 'test'
      ? { evm: BASE_SEPOLIA, solana: SOLANA_DEVNET }
      : { evm: BASE, solana: SOLANA }
  return { ...networks, ...(throwAway ? { receivers: NOBODY } : {}) }
}

/**
 * The 402 of a request without credentials (contract, "402 variants"): ways to pay, a fresh sign-in
 * challenge, and how to use a key instead. The header carries the PaymentRequired object.
 */
export function discoveryError(
  url: string,
  rails: PaymentRails,
  now: number = Date.now(),
): HttpError {
  const required = {
    x402Version: 2,
    error: 'Authentication required',
    resource: { url, description: 'API', mimeType: 'application/json' },
    accepts: acceptsOf(rails),
    extensions: { [SIGN_IN_EXTENSION]: signInChallenge(url, rails, now) },
  }
  const body = {
    ...required,
    authOptions: {
      apiKey: { header: 'Authorization: Bearer YOUR_API_KEY' },
      x402Wallet: {
        header: 'SIGN-IN-WITH-X',
        legacyHeader: 'X-Sign-In-With-X',
        topUp: 'POST /api/v1/x402/top-up',
      },
    },
  }
  return new HttpError(402, body, { 'PAYMENT-REQUIRED': encodeBase64Json(required) })
}

function acceptsOf({ evm, solana, receivers }: PaymentRails) {
  if (receivers === undefined) return []
  const amount = String(SUGGESTED_TOP_UP_MICRO_USD)
  const common = { scheme: 'exact', amount, maxTimeoutSeconds: PAYMENT_TIMEOUT_SECONDS }
  return [
    {
      ...common,
      network: evm.id,
      asset: evm.asset,
      payTo: receivers.evm,
      extra: { name: evm.domain.name, version: evm.domain.version },
    },
    {
      ...common,
      // This answer names Solana by its short name; the top-up uses the CAIP-2 id.
      network: solana.shortName,
      asset: solana.asset,
      payTo: receivers.solana,
      extra: { feePayer: receivers.solana },
    },
  ]
}

function signInChallenge(url: string, { evm, solana }: PaymentRails, now: number) {
  return {
    info: {
      domain: new URL(url).host,
      uri: url,
      version: '1',
      nonce: randomBytes(16).toString('hex'),
      issuedAt: new Date(now).toISOString(),
      expirationTime: new Date(now + SIGN_IN_LIFETIME_MS).toISOString(),
      statement: 'Sign in to the inference API',
      resources: [url],
    },
    supportedChains: [
      { chainId: evm.id, type: 'eip191' },
      { chainId: evm.id, type: 'eip1271' },
      { chainId: solana.id, type: 'ed25519' },
    ],
    schema: PROOF_SCHEMA,
  }
}

const PROOF_SCHEMA = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  type: 'object',
  properties: Object.fromEntries(
    [
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
    ].map((name) => [name, { type: 'string' }]),
  ),
  required: [
    'domain',
    'address',
    'uri',
    'version',
    'chainId',
    'type',
    'nonce',
    'issuedAt',
    'signature',
  ],
}
