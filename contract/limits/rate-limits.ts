import { z } from '../zod.ts'

/**
 * The answer of `GET /api_keys/rate_limits`, the canonical source of a key's limits. Tolerant:
 * only `rateLimits` is needed to show them.
 */
export const rateLimitsResponseSchema = z.looseObject({
  data: z.looseObject({
    accessPermitted: z.optional(z.boolean()),
    apiTier: z.nullish(
      z.looseObject({ id: z.optional(z.string()), isCharged: z.optional(z.boolean()) }),
    ),
    /** Amounts by unit, in whole units as JSON numbers: `USD`, `DIEM`, `BUNDLED_CREDITS`. */
    balances: z.nullish(z.record(z.string(), z.nullish(z.number()))),
    /** ISO 8601; null when the key does not expire. */
    keyExpiration: z.nullish(z.string()),
    /** ISO 8601: when the daily credits renew. */
    nextEpochBegins: z.nullish(z.string()),
    rateLimits: z.array(
      z.looseObject({
        apiModelId: z.string(),
        rateLimits: z.array(
          z.looseObject({
            /** `RPM` requests per minute, `RPD` requests per day, `TPM` tokens per minute. */
            type: z.string(),
            amount: z.number(),
          }),
        ),
      }),
    ),
  }),
})

/** The answer of `GET /api_keys/rate_limits`. */
export type RateLimitsResponse = z.infer<typeof rateLimitsResponseSchema>

/** The limits of one model; a member is absent when the key has no such limit. */
interface ModelRateLimits {
  readonly requestsPerMinute?: number
  readonly requestsPerDay?: number
  readonly tokensPerMinute?: number
}

const members: Readonly<Record<string, keyof ModelRateLimits>> = {
  RPM: 'requestsPerMinute',
  RPD: 'requestsPerDay',
  TPM: 'tokensPerMinute',
}

/** The limits of a model; undefined when the answer does not list it. */
export function rateLimitsOf(
  response: RateLimitsResponse,
  modelId: string,
): ModelRateLimits | undefined {
  const entry = response.data.rateLimits.find(({ apiModelId }) => apiModelId === modelId)
  if (!entry) return undefined
  return Object.fromEntries(
    entry.rateLimits.flatMap(({ type, amount }) => {
      const member = Object.hasOwn(members, type) ? members[type] : undefined
      return member ? [[member, amount]] : []
    }),
  )
}

/** Size tier of a text model (contract "Limits"). */
export type Tier = 'XS' | 'S' | 'M' | 'L'

/** The limits of one text tier. */
export interface TierLimit {
  readonly requestsPerMinute: number
  /** Prompt plus completion tokens. */
  readonly tokensPerMinute: number
}

/** An operation whose limit does not depend on a model's tier. */
export type OperationType = 'image' | 'audio' | 'embedding' | 'video-queue' | 'video-retrieve'

/** All limits of one kind of customer; requests per minute where not said otherwise. */
export interface RateLimitTable {
  readonly text: Readonly<Record<Tier, TierLimit>>
  readonly operations: Readonly<Partial<Record<OperationType, number>>>
}

/** Default limits. */
export const DEFAULT_LIMITS = {
  text: {
    XS: { requestsPerMinute: 500, tokensPerMinute: 1_000_000 },
    S: { requestsPerMinute: 75, tokensPerMinute: 750_000 },
    M: { requestsPerMinute: 50, tokensPerMinute: 750_000 },
    L: { requestsPerMinute: 20, tokensPerMinute: 500_000 },
  },
  operations: { image: 20, audio: 60, embedding: 500, 'video-queue': 40, 'video-retrieve': 120 },
} as const satisfies RateLimitTable

/** Partner limits, by arrangement. Video has none of its own. */
export const PARTNER_LIMITS = {
  text: {
    XS: { requestsPerMinute: 500, tokensPerMinute: 2_000_000 },
    S: { requestsPerMinute: 150, tokensPerMinute: 1_500_000 },
    M: { requestsPerMinute: 100, tokensPerMinute: 1_500_000 },
    L: { requestsPerMinute: 60, tokensPerMinute: 1_000_000 },
  },
  operations: { image: 60, audio: 120, embedding: 500 },
} as const satisfies RateLimitTable
