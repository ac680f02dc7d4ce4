import { optionalMember } from '../../validation.ts'
import { z } from '../../zod.ts'

/** Key of the sign-in challenge inside `extensions`. */
export const SIGN_IN_EXTENSION = 'sign-in-with-x'

/**
 * One way to pay: an entry of `accepts`. Tolerant on purpose: version 1 wrote
 * `maxAmountRequired` for `amount`, and the inference 402 names Solana by the bare word `solana`.
 * Unknown members are kept, because the entry is echoed unchanged in the payment.
 */
export const paymentRequirementSchema = z.looseObject({
  scheme: z.string(),
  /** CAIP-2 chain id, or a version 1 short name. */
  network: z.string(),
  /** Integer string of atomic units (USDC has 6 decimals: `"5000000"` is 5 USD). */
  amount: optionalMember(z.string().check(z.regex(/^\d{1,78}$/))),
  /** The version 1 spelling of `amount`. */
  maxAmountRequired: optionalMember(z.string().check(z.regex(/^\d{1,78}$/))),
  /** ERC-20 contract or SPL mint. */
  asset: z.string(),
  /** EVM address, or the Solana owner (not its token account). */
  payTo: z.string(),
  maxTimeoutSeconds: optionalMember(z.number()),
  extra: optionalMember(
    z.looseObject({
      /** EIP-712 domain name of the token. */
      name: optionalMember(z.string()),
      /** EIP-712 domain version of the token. */
      version: optionalMember(z.string()),
      /** Solana account that pays the network fee. */
      feePayer: optionalMember(z.string()),
      memo: optionalMember(z.string()),
      assetTransferMethod: optionalMember(z.string()),
    }),
  ),
})

/**
 * The x402 PaymentRequired object: the 402 of a request without credentials, the 402 of a top-up
 * without a payment (which has neither `resource` nor `extensions`), and the decoded
 * `PAYMENT-REQUIRED` header. `accepts` may be empty: the balance route sends it so.
 */
export const paymentRequiredSchema = z.looseObject({
  x402Version: z.number(),
  error: optionalMember(z.string()),
  resource: optionalMember(
    z.looseObject({
      url: z.string(),
      description: optionalMember(z.string()),
      mimeType: optionalMember(z.string()),
    }),
  ),
  accepts: z.array(paymentRequirementSchema),
  extensions: optionalMember(z.record(z.string(), z.unknown())),
  /** How to authenticate instead: sent with the 402 of a request without credentials. */
  authOptions: optionalMember(z.looseObject({})),
})

/** The x402 PaymentRequired object, see {@link paymentRequiredSchema}. */
export type PaymentRequired = z.infer<typeof paymentRequiredSchema>

/** The sign-in challenge that a PaymentRequired object carries, when it has a readable one. */
export function signInChallengeOf(required: PaymentRequired): SignInChallenge | undefined {
  return foundChallengeSchema.safeParse(required.extensions?.[SIGN_IN_EXTENSION]).data
}

/** One way to pay, see {@link paymentRequirementSchema}. */
export type PaymentRequirement = z.infer<typeof paymentRequirementSchema>

/** The amount of a requirement in atomic units; undefined when it names none. */
export function amountOf(requirement: PaymentRequirement): bigint | undefined {
  const amount = requirement.amount ?? requirement.maxAmountRequired
  return amount === undefined ? undefined : BigInt(amount)
}

/** The Base-only steps of `topUpInstructions`; `step1`, `step2`, … are further string members. */
const topUpInstructionsSchema = z.looseObject({
  receiverWallet: optionalMember(z.string()),
  tokenAddress: optionalMember(z.string()),
  tokenDecimals: optionalMember(z.number()),
  network: optionalMember(z.string()),
  minimumAmountUsd: optionalMember(z.number()),
})

/** A chain that may sign. `type` here may be `eip1271`; a proof always says `eip191` or `ed25519`. */
const signInChainSchema = z.looseObject({
  chainId: z.string(),
  type: z.string(),
  signatureScheme: optionalMember(z.string()),
})

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

/** Sign-in challenge metadata: the extension of a 402, or `siwxChallenge` of a wallet's 402. */
export const signInChallengeSchema = z.looseObject({
  info: signInInfoSchema,
  supportedChains: optionalMember(z.array(signInChainSchema)),
})

/**
 * The 402 of a signed-in wallet whose credit is too low (contract "402 variants"). Only the code is
 * certain; amounts are JSON numbers in USD.
 */
export const walletPaymentRequiredSchema = z.looseObject({
  code: z.literal('PAYMENT_REQUIRED'),
  error: optionalMember(z.string()),
  reason: optionalMember(z.string()),
  message: optionalMember(z.string()),
  description: optionalMember(z.string()),
  currentBalanceUsd: optionalMember(z.number()),
  minimumBalanceUsd: optionalMember(z.number()),
  suggestedTopUpUsd: optionalMember(z.number()),
  minimumTopUpUsd: optionalMember(z.number()),
  supportedTokens: optionalMember(z.array(z.string())),
  /** Names of payment rails (`base`, `solana`), not chain objects. */
  supportedChains: optionalMember(z.array(z.string())),
  topUpInstructions: optionalMember(topUpInstructionsSchema),
  siwxChallenge: optionalMember(signInChallengeSchema),
})

/** The 402 of a signed-in wallet, see {@link walletPaymentRequiredSchema}. */
export type WalletPaymentRequired = z.infer<typeof walletPaymentRequiredSchema>

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
