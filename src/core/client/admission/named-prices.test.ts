import 'fake-indexeddb/auto'
import fc from 'fast-check'
import { expect, it, vi } from 'vitest'

import { emptyAnswer } from '../../../../contract/chat/answer.ts'
import { readChunk } from '../../../../contract/chat/read/read-chunk.ts'
import type { JsonObject } from '../../../../contract/json.ts'
import {
  admitSpend,
  emptySpendLog,
  settleSpend,
  withCaps,
} from '../../../../contract/limits/spend-log.ts'
import { createSpendReserve } from '../../evaluate/run/run.ts'
import type { AnswerMessage } from '../../storage/conversations/conversation.ts'
import { TestStorage } from '../../storage/testing/test-storage.ts'
import { spentOn } from '../../tools/send-again.ts'
import { openTabs } from '../../wallet/pocket/testing/limit-tabs.ts'
import type { Exchange } from '../exchanges/exchange.ts'
import { spentBy } from './spend-limits.ts'

/** The most that each request may cost, and what all may, micro-USD. */
const MOST = 100
const LIMIT = 500
const RUNS = { numRuns: 100 }

/** What an API names as the cost of a request that costs it `MOST`, in USD. */
const named: fc.Arbitrary<unknown> = fc.oneof(
  fc.double({ max: -Number.MIN_VALUE }),
  fc.constantFrom(undefined, null, Number.NaN, -Infinity, Infinity, -4, -1e-7, 1e300),
  fc.constantFrom('-4', '', 'free', 'NaN', '-0.000001', '1e9', [], {}),
)
const schedule = fc.array(named, { minLength: 6, maxLength: 20 })

/** As a closed exchange says it, whether or not a reader looked at it before. */
function chargeOf(usd: unknown): number | undefined {
  const charge = spentBy({ status: 200, receipt: { cost: { usd, diem: 0 } } } as Exchange)
  const { cost } = readChunk({ choices: [], cost: { usd, diem: 0 } as JsonObject }) ?? {}
  const read = spentBy({ status: 200, receipt: cost === undefined ? {} : { cost } } as Exchange)
  expect(read).toBe(charge)
  return read
}

it('a limit of the page: no price that an API names makes room', () => {
  fc.assert(
    fc.property(schedule, (prices) => {
      let log = withCaps(emptySpendLog, { session: LIMIT, day: LIMIT })
      let sent = 0
      for (const [index, usd] of prices.entries()) {
        const moment = { now: 1 + index, dayStart: 0 }
        const asked = { id: String(index), ceiling: MOST, isExempt: false }
        const admission = admitSpend(log, asked, moment)
        log = admission.log
        if (!admission.ok) continue
        sent += MOST
        log = settleSpend(log, asked.id, chargeOf(usd), moment)
      }
      expect(sent).toBe(LIMIT)
    }),
    RUNS,
  )
})

it.each([-1, Number.NaN, Infinity, -Infinity])('a max cost of %d is unknown', (ceiling) => {
  const log = withCaps(emptySpendLog, { day: LIMIT })
  const moment = { now: 1, dayStart: 0 }
  expect(admitSpend(log, { id: '1', ceiling, isExempt: false }, moment)).toMatchObject({
    ok: false,
    refusal: { cap: 'day', limit: LIMIT },
  })
  expect(createSpendReserve(LIMIT, 0).reserve(ceiling)).toBeUndefined()
})

it('the limit of a board: no price that an API names makes room', () => {
  fc.assert(
    fc.property(schedule, (prices) => {
      const reserve = createSpendReserve(LIMIT, 0)
      let sent = 0
      for (const usd of prices) {
        const reservation = reserve.reserve(MOST)
        if (reservation === undefined) continue
        sent += MOST
        reservation.spend(chargeOf(usd), MOST)
        reservation.close()
      }
      expect(sent).toBe(LIMIT)
    }),
    RUNS,
  )
})

it('the limit of tool rounds: no price that an API names makes room', () => {
  fc.assert(
    fc.property(schedule, (prices) => {
      const answers = prices.map((usd) => answerNaming(usd))
      expect(spentOn(answers, MOST)).toBe(prices.length * MOST)
    }),
    RUNS,
  )
})

it('the daily limit of a pocket account: no price that an API names makes room', async () => {
  vi.stubGlobal('localStorage', new TestStorage())
  const limits = { ceilingMicroUsd: 900, dailyMicroUsd: LIMIT, perRequestMicroUsd: MOST }
  await fc.assert(
    fc.asyncProperty(schedule, async (prices) => {
      const { first, request } = await openTabs(1, limits)
      let sent = 0
      for (const [index, usd] of prices.entries()) {
        // What a request may cost is by the server's prices, too.
        const settle = await request(first, index % 2 === 0 ? MOST : -MOST)
        if (settle === undefined) continue
        sent += MOST
        await settle(chargeOf(usd))
      }
      expect(sent).toBeLessThanOrEqual(LIMIT)
    }),
    RUNS,
  )
})

function answerNaming(usd: unknown): AnswerMessage {
  const answer = { ...emptyAnswer, cost: { usd, diem: 0 } }
  return { kind: 'answer', shown: 0, versions: [{ answer }] } as unknown as AnswerMessage
}
