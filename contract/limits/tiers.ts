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
