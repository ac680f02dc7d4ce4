import { z } from '../../zod.ts'
import { signInChallengeSchema } from '../sign-in-challenge.ts'

/** The Base-only steps of `topUpInstructions`; `step1`, `step2`, … are further string members. */
const topUpInstructionsSchema = z.looseObject({
  receiverWallet: z.optional(z.string()),
  tokenAddress: z.optional(z.string()),
  tokenDecimals: z.optional(z.number()),
  network: z.optional(z.string()),
  minimumAmountUsd: z.optional(z.number()),
})

/**
 * The 402 of a signed-in wallet whose credit is too low (contract "402 variants"). Only the code is
 * certain; amounts are JSON numbers in USD.
 */
export const walletPaymentRequiredSchema = z.looseObject({
  code: z.literal('PAYMENT_REQUIRED'),
  error: z.optional(z.string()),
  reason: z.optional(z.string()),
  message: z.optional(z.string()),
  description: z.optional(z.string()),
  currentBalanceUsd: z.optional(z.number()),
  minimumBalanceUsd: z.optional(z.number()),
  suggestedTopUpUsd: z.optional(z.number()),
  minimumTopUpUsd: z.optional(z.number()),
  supportedTokens: z.optional(z.array(z.string())),
  /** Names of payment rails (`base`, `solana`), not chain objects. */
  supportedChains: z.optional(z.array(z.string())),
  topUpInstructions: z.optional(topUpInstructionsSchema),
  siwxChallenge: z.optional(signInChallengeSchema),
})

/** The 402 of a signed-in wallet, see {@link walletPaymentRequiredSchema}. */
export type WalletPaymentRequired = z.infer<typeof walletPaymentRequiredSchema>
