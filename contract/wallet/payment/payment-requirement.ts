import { z } from '../../zod.ts'
import { optionalMember } from '../optional-member.ts'

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

/** One way to pay, see {@link paymentRequirementSchema}. */
export type PaymentRequirement = z.infer<typeof paymentRequirementSchema>

/** The amount of a requirement in atomic units; undefined when it names none. */
export function amountOf(requirement: PaymentRequirement): bigint | undefined {
  const amount = requirement.amount ?? requirement.maxAmountRequired
  return amount === undefined ? undefined : BigInt(amount)
}
