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
export interface ModelRateLimits {
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
