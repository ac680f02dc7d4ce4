import { z } from '../../zod.ts'

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
  amount: z.optional(z.string().check(z.regex(/^\d{1,78}$/))),
  /** The version 1 spelling of `amount`. */
  maxAmountRequired: z.optional(z.string().check(z.regex(/^\d{1,78}$/))),
  /** ERC-20 contract or SPL mint. */
  asset: z.string(),
  /** EVM address, or the Solana owner (not its token account). */
  payTo: z.string(),
  maxTimeoutSeconds: z.optional(z.number()),
  extra: z.optional(
    z.looseObject({
      /** EIP-712 domain name of the token. */
      name: z.optional(z.string()),
      /** EIP-712 domain version of the token. */
      version: z.optional(z.string()),
      /** Solana account that pays the network fee. */
      feePayer: z.optional(z.string()),
      memo: z.optional(z.string()),
      assetTransferMethod: z.optional(z.string()),
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
