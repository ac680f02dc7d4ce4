import { z } from '../zod.ts'

/** What a wallet is asked to sign in to (`extensions["sign-in-with-x"].info`). */
export const signInInfoSchema = z.looseObject({
  domain: z.string(),
  uri: z.string(),
  version: z.string(),
  /** The service makes 32 hex characters; each nonce works once. */
  nonce: z.string(),
  /** ISO 8601. */
  issuedAt: z.string(),
  expirationTime: z.optional(z.string()),
  notBefore: z.optional(z.string()),
  requestId: z.optional(z.string()),
  statement: z.optional(z.string()),
  resources: z.optional(z.array(z.string())),
})

/** A chain that may sign. `type` here may be `eip1271`; a proof always says `eip191` or `ed25519`. */
const signInChainSchema = z.looseObject({
  chainId: z.string(),
  type: z.string(),
  signatureScheme: z.optional(z.string()),
})

/** Sign-in challenge metadata: the extension of a 402, or `siwxChallenge` of a wallet's 402. */
export const signInChallengeSchema = z.looseObject({
  info: signInInfoSchema,
  supportedChains: z.optional(z.array(signInChainSchema)),
})

export type SignInChallenge = z.infer<typeof signInChallengeSchema>
