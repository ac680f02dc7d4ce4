import { encodeBase64Json } from '../../encoding/bytes.ts'
import { given, isJsonObject, type JsonObject } from '../../json.ts'
import { optionalMember } from '../../validation.ts'
import { z } from '../../zod.ts'
import type { EvmNetwork } from '../networks.ts'
import {
  type PaymentRequired,
  type PaymentRequirement,
  paymentRequirementSchema,
} from './payment-required.ts'

const hex = z.string().check(z.regex(/^0x[0-9a-fA-F]*$/))
const integerText = z.string().check(z.regex(/^\d{1,78}$/))

/** EIP-3009 transfer authorization; amounts in atomic units, times in Unix seconds, as text. */
const authorizationSchema = z.looseObject({
  from: hex,
  to: hex,
  value: integerText,
  validAfter: integerText,
  validBefore: integerText,
  /** 32 bytes. */
  nonce: z.string().check(z.regex(/^0x[0-9a-fA-F]{64}$/)),
})

const evmPayloadSchema = z.looseObject({ signature: hex, authorization: authorizationSchema })

/** What is signed on Solana: a version 0 transaction in base64, the fee payer's signature open. */
const solanaPayloadSchema = z.looseObject({
  transaction: z.string().check(z.regex(/^[A-Za-z0-9+/]+={0,2}$/)),
})

const signedSchema = z.union([evmPayloadSchema, solanaPayloadSchema])

/** Version 2: the chosen requirement is echoed under `accepted`. */
const v2Schema = z.looseObject({
  x402Version: z.literal(2),
  accepted: paymentRequirementSchema,
  resource: optionalMember(z.looseObject({ url: z.string() })),
  payload: signedSchema,
  extensions: optionalMember(z.record(z.string(), z.unknown())),
})

/** Version 1, and the hybrid that says 2 in the layout of 1: scheme and network at the top. */
const flatSchema = z.looseObject({
  x402Version: z.union([z.literal(1), z.literal(2)]),
  scheme: z.string(),
  network: z.string(),
  payload: signedSchema,
})

export type Authorization = z.infer<typeof authorizationSchema>
type EvmPayload = z.infer<typeof evmPayloadSchema>
type SolanaPayload = z.infer<typeof solanaPayloadSchema>

/** A payment whatever its layout. */
export interface SignedPayment {
  readonly scheme: string
  /** As written: a CAIP-2 id or a version 1 name, see `networkOf`. */
  readonly network: string
  readonly signed:
    | ({ readonly family: 'evm' } & Pick<EvmPayload, 'signature' | 'authorization'>)
    | ({ readonly family: 'solana' } & Pick<SolanaPayload, 'transaction'>)
}

/** Reads a decoded `PAYMENT-SIGNATURE`; undefined when it has none of the three layouts. */
export function readPaymentPayload(value: unknown): SignedPayment | undefined {
  const v2 = v2Schema.safeParse(value).data
  const flat = v2 ? undefined : flatSchema.safeParse(value).data
  const payload = v2?.payload ?? flat?.payload
  const { scheme, network } = v2?.accepted ?? flat ?? {}
  if (payload === undefined || scheme === undefined || network === undefined) return undefined
  const evm = evmPayloadSchema.safeParse(payload).data
  if (evm) {
    const { signature, authorization } = evm
    return { scheme, network, signed: { family: 'evm', signature, authorization } }
  }
  const solana = solanaPayloadSchema.safeParse(payload).data
  return (
    solana && { scheme, network, signed: { family: 'solana', transaction: solana.transaction } }
  )
}

/** Key of the x402 extension that names a payment, so that a service recognizes one that is sent again. */
const PAYMENT_IDENTIFIER = 'payment-identifier'

const ID = { least: 16, most: 128, pattern: '^[a-zA-Z0-9_-]+$' } as const

/** Longest declaration that is sent back, characters of JSON: a header has to hold it. */
const MAX_DECLARATION_CHARS = 2048

/** The extension as a service declares it that doesn't insist on it. */
export const PAYMENT_IDENTIFIER_DECLARATION: JsonObject = {
  [PAYMENT_IDENTIFIER]: {
    info: { required: false },
    schema: {
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      type: 'object',
      properties: {
        required: { type: 'boolean' },
        id: { type: 'string', minLength: ID.least, maxLength: ID.most, pattern: ID.pattern },
      },
      required: ['required'],
    },
  },
}

/** What a service declares of the extension; undefined where it doesn't, or as nobody could send it back. */
export function declaredIdentifier({ extensions }: PaymentRequired): JsonObject | undefined {
  const declared = extensions?.[PAYMENT_IDENTIFIER]
  return isJsonObject(declared) &&
    isJsonObject(declared.info) &&
    JSON.stringify(declared).length <= MAX_DECLARATION_CHARS
    ? declared
    : undefined
}

/** The extensions of a payment with an identifier: the declaration goes back with it, as x402 wants. */
export function identifiedBy(declared: JsonObject, id: string): JsonObject {
  const info = isJsonObject(declared.info) ? declared.info : {}
  return { [PAYMENT_IDENTIFIER]: { ...declared, info: { ...info, id } } }
}

/** The identifier of a decoded payment; undefined without one, null for what is none. */
export function paymentIdentifierOf(payment: unknown): string | null | undefined {
  const extensions = isJsonObject(payment) ? payment.extensions : undefined
  const extension = isJsonObject(extensions) ? extensions[PAYMENT_IDENTIFIER] : undefined
  const id = isJsonObject(extension) && isJsonObject(extension.info) ? extension.info.id : undefined
  if (id === undefined || id === null) return undefined
  return typeof id === 'string' &&
    id.length >= ID.least &&
    id.length <= ID.most &&
    new RegExp(ID.pattern).test(id)
    ? id
    : null
}

/** The names a payment may travel under: the one in use, then the legacy ones (contract, "Authentication" 3). */
export const PAYMENT_HEADERS = ['PAYMENT-SIGNATURE', 'X-402-Payment', 'X-PAYMENT'] as const

export type PaymentHeaderName = (typeof PAYMENT_HEADERS)[number]

/**
 * The value of the payment header: base64 of an x402 version 2 payload. The requirement is echoed with
 * the amount that was signed, which may be more than the advertised least.
 */
export function paymentHeaderValue(
  requirement: PaymentRequirement,
  amountAtomic: number,
  payload: Pick<EvmPayload, 'signature' | 'authorization'> | Pick<SolanaPayload, 'transaction'>,
  extensions?: JsonObject,
): string {
  return encodeBase64Json({
    x402Version: 2,
    accepted: { ...requirement, amount: String(amountAtomic) },
    payload,
    ...given({ extensions }),
  })
}

/** The one EIP-712 type that is ever signed: a USDC transfer by authorization (EIP-3009). */
export const TRANSFER_WITH_AUTHORIZATION = {
  TransferWithAuthorization: [
    { name: 'from', type: 'address' },
    { name: 'to', type: 'address' },
    { name: 'value', type: 'uint256' },
    { name: 'validAfter', type: 'uint256' },
    { name: 'validBefore', type: 'uint256' },
    { name: 'nonce', type: 'bytes32' },
  ],
} as const

/** The EIP-712 domain of a chain's USDC, from our constants and never from an answer. */
export function usdcDomain({ domain, chainId, asset }: EvmNetwork) {
  return { ...domain, chainId, verifyingContract: asset as `0x${string}` }
}

/** A transfer that is good from now on, for `timeoutSeconds`. `nonce` is 32 random bytes as hex. */
export function newAuthorization(given: {
  from: string
  to: string
  amountAtomic: number
  timeoutSeconds: number
  nowMs: number
  nonce: string
}): Authorization {
  const { from, to, amountAtomic, timeoutSeconds, nowMs, nonce } = given
  return {
    from,
    // A service may write it in any case; mixed case would be taken for a checksum.
    to: to.toLowerCase(),
    value: String(amountAtomic),
    validAfter: '0',
    validBefore: String(Math.floor(nowMs / 1000) + timeoutSeconds),
    nonce,
  }
}

/** The decoded `PAYMENT-RESPONSE`: how a settlement ended. */
export const settlementResponseSchema = z.looseObject({
  success: z.boolean(),
  /** Transaction hash or signature; empty when nothing was sent. */
  transaction: z.string(),
  network: z.string(),
  payer: optionalMember(z.string()),
  /** Settled amount, atomic units. */
  amount: optionalMember(z.string()),
  extensions: optionalMember(z.record(z.string(), z.unknown())),
  errorReason: optionalMember(z.string()),
  errorMessage: optionalMember(z.string()),
})

/** How a settlement ended. */
export type SettlementResponse = z.infer<typeof settlementResponseSchema>
