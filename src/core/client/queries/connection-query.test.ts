import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

import { readServiceError } from '../../../../contract/errors/read-service-error.ts'
import type { HeaderList } from '../../../../contract/headers/header-list.ts'
import { mayRetryRead, QueryFailure, readRetryDelay } from './connection-query.ts'

const HOUR = 3_600_000
const NOON = Date.UTC(2026, 10, 21, 12)

/** A failed read: what the service sent, by its own clock, and when it really allows the next one. */
interface FailedRead {
  headers: HeaderList
  /** True ms until the service allows the next request; undefined: it named no time that can be read. */
  resetInMs: number | undefined
}

const wait = fc.integer({ min: 0, max: 300 }).map((seconds) => seconds * 1000)
const header = fc.constantFrom(
  'x-ratelimit-reset-requests',
  'x-ratelimit-reset-tokens',
  'retry-after',
)

/** Every way in which a time is written, and values that are none. */
const failedRead = (serverNow: number): fc.Arbitrary<FailedRead> =>
  fc.oneof(
    fc
      .tuple(header, wait)
      .map(([name, ms]): FailedRead => ({ headers: [[name, String(ms / 1000)]], resetInMs: ms })),
    fc
      .tuple(fc.constantFrom('x-ratelimit-reset-requests', 'x-ratelimit-reset-tokens'), wait)
      .chain(([name, ms]) =>
        fc.constantFrom<FailedRead>(
          { headers: [[name, String(serverNow + ms)]], resetInMs: ms },
          { headers: [[name, String(Math.ceil((serverNow + ms) / 1000))]], resetInMs: ms },
        ),
      ),
    wait.map((ms): FailedRead => ({
      headers: [['retry-after', new Date(serverNow + ms + 999).toUTCString()]],
      resetInMs: ms,
    })),
    fc
      .tuple(header, fc.constantFrom('-5', 'NaN', 'soon', '', '1e99', '-1763726400'))
      .map(([name, value]): FailedRead => ({ headers: [[name, value]], resetInMs: undefined })),
  )

const schedule = fc
  .record({
    status: fc.constantFrom(429, 503),
    skew: fc.integer({ min: -HOUR, max: HOUR }),
    /** ms the answer took from the service to this page. */
    onTheWay: fc.nat(5_000),
    failures: fc.nat(3),
    serverNow: fc.nat(1_000_000).map((ms) => NOON + ms),
  })
  .chain((given) => failedRead(given.serverNow).map((read) => ({ ...given, ...read })))

describe('the wait before a read is repeated', () => {
  beforeEach(() => vi.useFakeTimers())
  afterEach(() => vi.useRealTimers())

  const failed = (status: number, headers: HeaderList) =>
    new QueryFailure(
      readServiceError({ status, headers, body: {}, route: '/models', nowMs: Date.now() }),
    )

  it('never ends before the reset of the service, whatever the clock of this device says, and never lasts over 120 s', () => {
    let repeated = 0
    let early = 0
    let worst = 0
    let blind = 0
    fc.assert(
      fc.property(schedule, ({ status, skew, onTheWay, failures, serverNow, ...read }) => {
        vi.setSystemTime(serverNow + onTheWay + skew)
        const error = failed(status, [['date', new Date(serverNow).toUTCString()], ...read.headers])
        const resetIn = (read.resetInMs ?? 0) - onTheWay
        // A client that takes the service's times for its own leaves early: the proof sees it.
        const own = failed(status, read.headers)
        if (readRetryDelay(failures, own) < Math.min(resetIn, 120_000)) blind += 1
        if (!mayRetryRead(failures, error)) return
        const delay = readRetryDelay(failures, error)
        repeated += 1
        worst = Math.max(worst, delay)
        if (delay < resetIn) early += 1
      }),
      { numRuns: 10_000, seed: 16 },
    )
    expect(early).toBe(0)
    expect(worst).toBeLessThanOrEqual(120_000)
    expect(repeated).toBeGreaterThan(3_000)
    expect(blind).toBeGreaterThan(100)
  })

  it('is left to a person when the service asks for more than 120 s', () => {
    vi.setSystemTime(NOON)
    expect(mayRetryRead(0, failed(429, [['retry-after', '119']]))).toBe(true)
    expect(mayRetryRead(0, failed(429, [['retry-after', '121']]))).toBe(false)
    expect(mayRetryRead(0, failed(503, []))).toBe(true)
    expect(mayRetryRead(4, failed(503, []))).toBe(false)
    expect(mayRetryRead(0, failed(400, []))).toBe(false)
  })

  it('is spread evenly above the reset (Kolmogorov–Smirnov)', () => {
    vi.setSystemTime(NOON)
    const error = failed(429, [['retry-after', '7']])
    for (const failures of [0, 2, 6]) {
      const spread = Math.min(8000, 500 * 2 ** failures)
      const delays = Array.from({ length: 10_000 }, () => readRetryDelay(failures, error))
      expect(distanceFromUniform(delays, 7_000, 7_000 + spread)).toBeLessThan(
        criticalDistance(delays.length),
      )
      // A fixed wait with a quarter of jitter, as is common, is seen not to be even.
      const common = delays.map(() => 7_000 + spread * (1 - Math.random() / 4))
      expect(distanceFromUniform(common, 7_000, 7_000 + spread)).toBeGreaterThan(
        criticalDistance(common.length),
      )
    }
  })
})

/** The greatest distance between the distribution of the samples and the even one. */
function distanceFromUniform(samples: readonly number[], low: number, high: number): number {
  return samples
    .toSorted((a, b) => a - b)
    .reduce((most, sample, index) => {
      const even = (sample - low) / (high - low)
      return Math.max(most, even - index / samples.length, (index + 1) / samples.length - even)
    }, 0)
}

/** What even samples stay under in 9999 of 10,000 runs. */
function criticalDistance(samples: number): number {
  return 2.23 / Math.sqrt(samples)
}
