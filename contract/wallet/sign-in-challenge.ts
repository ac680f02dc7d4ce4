import { optionalMember } from '../validation.ts'
import { z } from '../zod.ts'

/** What a wallet is asked to sign in to (`extensions["sign-in-with-x"].info`). */
export const signInInfoSchema = z.looseObject({
  domain: z.string(),
  uri: z.string(),
  version: z.string(),
  /** Each works once; clients may make their own. */
  nonce: z.string(),
  /** ISO 8601. */
  issuedAt: z.string(),
  expirationTime: optionalMember(z.string()),
  notBefore: optionalMember(z.string()),
  requestId: optionalMember(z.string()),
  statement: optionalMember(z.string()),
  resources: optionalMember(z.array(z.string())),
})

/** A chain that may sign. `type` here may be `eip1271`; a proof always says `eip191` or `ed25519`. */
const signInChainSchema = z.looseObject({
  chainId: z.string(),
  type: z.string(),
  signatureScheme: optionalMember(z.string()),
})

/** Sign-in challenge metadata: the extension of a 402, or `siwxChallenge` of a wallet's 402. */
export const signInChallengeSchema = z.looseObject({
  info: signInInfoSchema,
  supportedChains: optionalMember(z.array(signInChainSchema)),
})

const text = z.optional(
  z.pipe(
    z.unknown(),
    z.transform((value) => (typeof value === 'string' ? value : undefined)),
  ),
)
const chains = z.optional(
  z.pipe(
    z.unknown(),
    z.transform((value) => z.array(signInChainSchema).safeParse(value).data),
  ),
)

/** The same as APIs send it: what is missing, or of another type, is left out. Nothing of it is ever signed. */
export const foundChallengeSchema = z.looseObject({
  info: z.looseObject({
    domain: text,
    uri: text,
    version: text,
    nonce: text,
    issuedAt: text,
    expirationTime: text,
    notBefore: text,
  }),
  supportedChains: chains,
})

export type SignInChallenge = z.infer<typeof foundChallengeSchema>
