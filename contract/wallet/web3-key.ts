import { z } from '../zod.ts'

/** The 200 of the `GET`. */
export const web3TokenSchema = z.looseObject({
  success: z.optional(z.boolean()),
  /** The exact text to sign; good for 15 minutes, once. */
  data: z.looseObject({ token: z.string() }),
})

/** The body of the `POST`, as far as it's described. */
export const web3KeyRequestSchema = z.strictObject({
  address: z.string().check(z.regex(/^0x[0-9a-fA-F]{40}$/)),
  token: z.string().check(z.maxLength(4096)),
  /** Hex. That of a contract wallet may be long. */
  signature: z.string().check(z.maxLength(16_384)),
  apiKeyType: z.literal('INFERENCE'),
})

/** The 200 of the `POST`. */
export const web3KeySchema = z.looseObject({
  success: z.optional(z.boolean()),
  data: z.looseObject({ apiKey: z.string(), apiKeyType: z.optional(z.string()) }),
})

/**
 * Whether a text can be nothing but a token. An API chooses what is signed here, so it could choose what means something
 * elsewhere: a sign-in, which has spaces and line breaks, or the hash of something, which is hex.
 */
export function isSignableToken(token: string): boolean {
  return /^[\w.~+/=:-]{8,4096}$/.test(token) && !/^(?:0x)?[\da-f]{64,}$/i.test(token)
}

/** Where a wallet gets an API key: `GET` for a token, `POST` with its signature (EIP-191). Not in the API reference. */
export const WEB3_KEY_PATH = '/api_keys/generate_web3_key'
