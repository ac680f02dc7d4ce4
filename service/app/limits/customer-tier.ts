import {
  DEFAULT_LIMITS,
  type OperationType,
  PARTNER_LIMITS,
  type RateLimitTable,
} from '../../../contract/limits/rate-limits.ts'

/** The kinds of customer that the contract has limits for (`--tier`). */
export const CUSTOMER_TIERS = ['default', 'partner'] as const
export type CustomerTier = (typeof CUSTOMER_TIERS)[number]

/** The limits of one kind of customer; where partners have none of their own, the default ones. */
export function limitsOfTier(tier: CustomerTier = 'default'): RateLimitTable {
  if (tier === 'default') return DEFAULT_LIMITS
  return {
    text: PARTNER_LIMITS.text,
    operations: { ...DEFAULT_LIMITS.operations, ...PARTNER_LIMITS.operations },
  }
}

/** The most requests per minute of a kind of operation; the default ones where a table has none. */
export function operationLimit(limits: RateLimitTable, kind: OperationType) {
  return { kind, most: limits.operations[kind] ?? DEFAULT_LIMITS.operations[kind] }
}
