import { describe, expect, it } from 'vitest'

import { FAILURE_BLOCK_MS, FAILURE_BUDGET } from '../../../contract/limits/sizes.ts'
import type { Counters } from '../../app/limits/counters.ts'

/** One kind of counters, for the tests that hold for all. */
export interface CountersKind {
  name: string
  /** Two views of the same counters: of two processes on one store, or twice those of this process. */
  open: () => Promise<readonly [Counters, Counters]>
}

/** What all counters do. */
export function countersTests({ name: kind, open }: CountersKind): void {
  describe(`counters in ${kind}`, () => {
    it('count per name in windows of a minute, whoever adds', async () => {
      const [a, b] = await open()
      const asked = Date.now()
      const first = await a.windows.add(`${kind} w`, 1)
      expect(first.count).toBe(1)
      expect(first.endsAt % 60_000).toBe(0)
      expect(first.endsAt).toBeGreaterThanOrEqual(asked)
      const added = await Promise.all(
        Array.from({ length: 20 }, (_, index) => (index % 2 ? a : b).windows.add(`${kind} w`, 2)),
      )
      // A minute may end in between; then all starts again.
      if (added.every(({ endsAt }) => endsAt === first.endsAt))
        expect(Math.max(...added.map(({ count }) => count))).toBe(41)
      expect((await b.windows.add(`${kind} other`, 0)).count).toBe(0)
    })

    it('block after more failures than the budget, and only that caller', async () => {
      const [a, b] = await open()
      for (let failure = 0; failure < FAILURE_BUDGET; failure += 1)
        await (failure % 2 ? a : b).failures.recordFailure(`${kind} f`)
      expect(await a.failures.blockedFor(`${kind} f`)).toBe(0)
      expect(await b.failures.countOf(`${kind} f`)).toBe(FAILURE_BUDGET)
      await a.failures.recordFailure(`${kind} f`)
      const blocked = await b.failures.blockedFor(`${kind} f`)
      expect(blocked).toBeGreaterThan(FAILURE_BLOCK_MS - 5000)
      expect(blocked).toBeLessThanOrEqual(FAILURE_BLOCK_MS)
      expect(await b.failures.blockedFor(`${kind} g`)).toBe(0)
      expect(await b.failures.countOf(`${kind} g`)).toBe(0)
      for (const most of [1, 1]) await a.failures.recordFailure(`${kind} h`, most)
      expect(await b.failures.blockedFor(`${kind} h`)).toBeGreaterThan(0)
    })

    it('lease no more than there is, whoever takes, and again what was given back', async () => {
      const [a, b] = await open()
      const taken = await Promise.all(
        Array.from({ length: 12 }, (_, index) =>
          (index % 2 ? a : b).leases.acquire(`${kind} l`, 1, 5),
        ),
      )
      const leases = taken.flatMap((lease) => lease ?? [])
      expect(leases.map(({ total }) => total).toSorted((x, y) => x - y)).toEqual([1, 2, 3, 4, 5])
      expect(await a.leases.acquire(`${kind} l`, 1, 5)).toBeUndefined()
      leases[0]?.release()
      leases[0]?.release()
      await expect.poll(async () => (await a.leases.acquire(`${kind} l`, 1, 5))?.total).toBe(5)
      expect(await b.leases.acquire(`${kind} l`, 1, 5)).toBeUndefined()
      expect((await b.leases.acquire(`${kind} other`, 7_000_000_000, 7_000_000_000))?.total).toBe(
        7e9,
      )
    })
  })
}
