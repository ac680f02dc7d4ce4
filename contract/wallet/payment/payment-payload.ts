import { z } from '../../zod.ts'
import { optionalMember } from '../optional-member.ts'
import { paymentRequirementSchema } from './payment-requirement.ts'

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

/** What is signed on an EVM chain. */
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
export type EvmPayload = z.infer<typeof evmPayloadSchema>
export type SolanaPayload = z.infer<typeof solanaPayloadSchema>

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
