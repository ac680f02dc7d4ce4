import { z } from '../zod.ts'
import { networkOf } from './networks.ts'
import { signInInfoSchema } from './sign-in-challenge.ts'
import { signatureTypeOf, type SignInFields, signInText } from './sign-in-text.ts'

/** The structured shape of the x402 extension: every field of the text, and its signature. */
export const structuredSignInSchema = z.looseObject({
  ...signInInfoSchema.shape,
  address: z.string(),
  chainId: z.string(),
  type: z.string(),
  signature: z.string(),
})

/** The message shape of the provider: the whole signed text, and its signature. */
const messageSignInSchema = z.looseObject({
  address: z.string(),
  message: z.string(),
  signature: z.string(),
  /** Unix milliseconds; must be within 30 s of the text's `Issued At`. */
  timestamp: z.optional(z.number()),
  chainId: z.union([z.number(), z.string()]),
  /** Left out for EVM. */
  type: z.optional(z.string()),
})

/** What the `SIGN-IN-WITH-X` header of this client holds: both shapes at once. */
export type UnionSignIn = SignInFields & {
  readonly type: 'eip191' | 'ed25519'
  readonly signature: string
  readonly message: string
  /** Unix milliseconds. */
  readonly timestamp: number
}

/** A sign-in whatever its shape. */
export interface SignInProof {
  readonly address: string
  /** CAIP-2 where the chain is known, else as written. */
  readonly chainId: string
  readonly message: string
  /** Hex on EVM; base58 or base64 on Solana. */
  readonly signature: string
  /** Unix milliseconds. */
  readonly timestamp?: number
}

/**
 * The header object of a signed text that satisfies services of either shape. Undefined when the
 * fields give no text, see `signInText`.
 */
export function unionSignIn(fields: SignInFields, signature: string): UnionSignIn | undefined {
  const message = signInText(fields)
  const type = signatureTypeOf(fields.chainId)
  const timestamp = Date.parse(fields.issuedAt)
  if (message === undefined || type === undefined || Number.isNaN(timestamp)) return undefined
  return { ...fields, type, signature, message, timestamp }
}

/**
 * Reads a decoded `SIGN-IN-WITH-X` in either shape. Where the text itself is present it counts; else
 * it is rebuilt from the fields. Undefined when neither shape fits.
 */
export function readSignIn(value: unknown): SignInProof | undefined {
  const whole = messageSignInSchema.safeParse(value).data
  if (whole) {
    const { address, message, signature, timestamp } = whole
    const chainId = networkOf(whole.chainId)?.id ?? String(whole.chainId)
    return { address, chainId, message, signature, ...(timestamp !== undefined && { timestamp }) }
  }
  const fields = structuredSignInSchema.safeParse(value).data
  const message = fields && signInText(fields)
  if (!fields || message === undefined) return undefined
  const { address, chainId, signature } = fields
  return { address, chainId, message, signature }
}
