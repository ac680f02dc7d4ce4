import { z } from '../../zod.ts'
import { optionalMember } from '../optional-member.ts'
import { signInChallengeSchema } from '../sign-in-challenge.ts'

/** The Base-only steps of `topUpInstructions`; `step1`, `step2`, … are further string members. */
const topUpInstructionsSchema = z.looseObject({
  receiverWallet: optionalMember(z.string()),
  tokenAddress: optionalMember(z.string()),
  tokenDecimals: optionalMember(z.number()),
  network: optionalMember(z.string()),
  minimumAmountUsd: optionalMember(z.number()),
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
