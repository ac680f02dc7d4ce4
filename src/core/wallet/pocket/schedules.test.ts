import 'fake-indexeddb/auto'
import fc from 'fast-check'
import { beforeEach, expect, it, vi } from 'vitest'

import { TestStorage } from '../../storage/testing/test-storage.ts'
import { pocketSpending } from './allowed.ts'
import { openTabs, SMALL_LIMITS } from './testing/limit-tabs.ts'

const HOUR_MS = 3_600_000

beforeEach(() => {
  vi.stubGlobal('localStorage', new TestStorage())
})

type Step =
  | { do: 'request'; tab: number; max: number | undefined; charged: number | 'unknown' | 'never' }
  | { do: 'topUp'; tab: number; amount: number }
  | { do: 'wait'; hours: number }

const steps: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('request' as const),
      tab: fc.nat(3),
      max: fc.option(fc.integer({ min: 0, max: 130 }), { nil: undefined }),
      charged: fc.oneof(fc.nat(100), fc.constantFrom('unknown' as const, 'never' as const)),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('topUp' as const),
      tab: fc.nat(3),
      amount: fc.integer({ min: 1, max: 600 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('wait' as const), hours: fc.nat(30) }) },
)

it('behavior: 100 random schedules over 4 tabs never pass a limit', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(steps, { minLength: 1, maxLength: 8 }), { minLength: 1, maxLength: 5 }),
      async (rounds) => {
        const { tabs, first, account, clock, request, topUp } = await openTabs(4)
        /** All that was signed for, at its maximum until it is settled. */
        const signed: { kind: 'request' | 'topUp'; at: number; microUsd: number }[] = []
        const check = (kind: 'request' | 'topUp') => {
          const today = signed.filter(
            (one) => one.kind === kind && one.at > clock.now - 24 * HOUR_MS,
          )
          const sum = today.reduce((total, { microUsd }) => total + microUsd, 0)
          expect(sum).toBeLessThanOrEqual(SMALL_LIMITS.dailyMicroUsd)
        }
        for (const round of rounds) {
          // What one round does in all tabs, it does at once.
          await Promise.all(
            round.map(async (step) => {
              if (step.do === 'wait') return
              const tab = tabs[step.tab] ?? first
              if (step.do === 'topUp') {
                if ((await topUp(tab, step.amount)) !== undefined)
                  signed.push({ kind: 'topUp', at: clock.now, microUsd: step.amount })
                return check('topUp')
              }
              const settle = await request(tab, step.max)
              if (settle === undefined) return
              const max = step.max ?? SMALL_LIMITS.perRequestMicroUsd
              expect(max).toBeLessThanOrEqual(SMALL_LIMITS.perRequestMicroUsd)
              const one = { kind: 'request' as const, at: clock.now, microUsd: max }
              signed.push(one)
              check('request')
              if (step.charged === 'never') return
              // Nobody is charged more than the maximum.
              const charged = step.charged === 'unknown' ? undefined : Math.min(max, step.charged)
              await settle(charged)
              one.microUsd = charged ?? max
            }),
          )
          for (const step of round) if (step.do === 'wait') clock.now += step.hours * HOUR_MS
        }
        const { requestsMicroUsd, topUpsMicroUsd } = await pocketSpending(first.pocket, account.id)
        expect(Math.max(requestsMicroUsd, topUpsMicroUsd)).toBeLessThanOrEqual(
          SMALL_LIMITS.dailyMicroUsd,
        )
      },
    ),
    { numRuns: 100 },
  )
})
