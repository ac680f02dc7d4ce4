import fc from 'fast-check'
import { expect, test } from 'vitest'

import type { JsonValue } from '../../../../contract/json.ts'
import { chargeOf } from '../../../../contract/money.ts'
import { createSpendReserve } from '../../evaluate/run/run.ts'
import { runChat } from '../chat-completion.ts'
import { queryClientOf } from '../queries/connection-query.ts'
import { listModelsOptions } from '../queries/models.ts'
import { fakeClient, jsonResponse } from '../testing/fake-world.ts'
import { spendLimitsOf } from './spend-limits.ts'

/*
 * Accounts that pay in DIEM, or with earned credits that no response names: the limits keep what requests are worth,
 * however it is paid.
 */

const RUNS = { numRuns: 100 }
/** $1 per million tokens: a token is a micro-USD. */
const MODELS = [
  {
    id: 'm',
    type: 'text',
    model_spec: {
      availableContextTokens: 8_000,
      maxCompletionTokens: 400,
      pricing: { input: { usd: 1 }, output: { usd: 1 } },
    },
  },
]

/** How a response names what it cost. */
type Way = 'usd' | 'diem' | 'diem alone' | 'both' | 'earned' | 'nothing'
const way: fc.Arbitrary<Way> = fc.constantFrom(
  'usd',
  'diem',
  'diem alone',
  'both',
  'earned',
  'nothing',
)

function costIn(paid: Way, microUsd: number): { cost?: JsonValue } {
  const amount = microUsd / 1_000_000
  switch (paid) {
    case 'usd':
      return { cost: { usd: amount, diem: 0 } }
    case 'diem':
      return { cost: { usd: 0, diem: amount } }
    case 'diem alone':
      return { cost: { diem: amount } }
    case 'both': {
      const usd = Math.floor(microUsd / 3)
      return { cost: { usd: usd / 1_000_000, diem: (microUsd - usd) / 1_000_000 } }
    }
    case 'earned':
      return { cost: { usd: 0, diem: 0 } }
    case 'nothing':
      return {}
  }
}

const asked = fc.record({
  paid: way,
  /** Tokens that are generated. */
  tokens: fc.integer({ min: 1, max: 400 }),
  /** Others that are sent at the same time. */
  beside: fc.nat(3),
})

test('behavior: no way to pay makes room under a spend limit, in 100 schedules', async () => {
  let most = 0
  await fc.assert(
    fc.asyncProperty(
      fc.array(asked, { minLength: 8, maxLength: 24 }),
      fc.integer({ min: 900, max: 4_000 }),
      async (requests, limit) => {
        let spent = 0
        let served = 0
        const counted: number[] = []
        const { client, connection } = fakeClient(
          () => {
            const { paid, tokens } = requests[served++ % requests.length] ?? {
              paid: 'usd',
              tokens: 1,
            }
            spent += 20 + tokens
            return jsonResponse({
              id: 'c',
              object: 'chat.completion',
              model: 'm',
              choices: [
                { index: 0, finish_reason: 'stop', message: { role: 'assistant', content: 'Hi' } },
              ],
              usage: { prompt_tokens: 20, completion_tokens: tokens, total_tokens: 20 + tokens },
              ...costIn(paid, 20 + tokens),
            })
          },
          { countCharge: ({ microUsd }) => counted.push(microUsd) },
        )
        queryClientOf(client).setQueryData(
          listModelsOptions(client, connection).queryKey,
          MODELS as never,
        )
        await spendLimitsOf(client).setLimits(connection, { day: limit })
        const chat = { model: 'm', messages: [{ role: 'user' as const, content: 'Hello there' }] }
        const send = () => runChat(client, connection, chat).done
        for (const { beside } of requests)
          // What was spent before decides about the next.
          await Promise.all(Array.from({ length: 1 + beside }, send))
        expect(spent).toBeLessThanOrEqual(limit)
        // What is listed as spent is all of it, to the micro-USD.
        expect(counted.reduce((sum, one) => sum + one, 0)).toBe(spent)
        most = Math.max(most, served)
      },
    ),
    RUNS,
  )
  expect(most).toBeGreaterThan(5)
})

test('the limit of a board keeps what is paid in DIEM', () => {
  fc.assert(
    fc.property(fc.array(asked, { minLength: 8, maxLength: 24 }), (requests) => {
      const reserve = createSpendReserve(2_000, 0)
      let spent = 0
      for (const { paid, tokens } of requests) {
        const reservation = reserve.reserve(400)
        if (reservation === undefined) continue
        spent += tokens
        const isNamed = paid !== 'nothing' && paid !== 'earned'
        reservation.spend(
          chargeOf({
            ...(costIn(paid, tokens) as { cost?: { usd?: number; diem?: number } }),
            ...(isNamed ? {} : { estimatedMicroUsd: tokens }),
          }),
          400,
        )
        reservation.close()
      }
      expect(spent).toBe(reserve.spent())
      expect(spent).toBeLessThanOrEqual(2_000)
    }),
    RUNS,
  )
})

test('an estimate is marked as one, and what is reported is not', async () => {
  const counted: unknown[] = []
  let cost: JsonValue = { usd: 0, diem: 0.0645375 }
  const { client, connection } = fakeClient(
    () =>
      jsonResponse({
        choices: [{ index: 0, finish_reason: 'stop', message: { content: 'Hi' } }],
        usage: { prompt_tokens: 3, completion_tokens: 4 },
        ...(cost === null ? {} : { cost }),
      }),
    { countCharge: ({ microUsd, isEstimated }) => counted.push([microUsd, isEstimated]) },
  )
  queryClientOf(client).setQueryData(
    listModelsOptions(client, connection).queryKey,
    MODELS as never,
  )
  const send = () =>
    runChat(client, connection, { model: 'm', messages: [{ role: 'user', content: 'Hi' }] }).done
  expect((await send()).estimatedMicroUsd).toBeUndefined()
  cost = null
  expect((await send()).estimatedMicroUsd).toBe(7)
  expect(counted).toEqual([
    [64_538, undefined],
    [7, true],
  ])
})

test.each([
  [{ usd: 0.01, diem: 0.02 }, 30_000],
  [{ usd: '0.01', diem: null }, 10_000],
  [{ diem: 0.02 }, 20_000],
  [{ usd: null, diem: 0.02 }, 20_000],
  [{ diem: 0 }, undefined],
  [{}, undefined],
  [{ usd: 0, diem: -1 }, undefined],
  [{ usd: 0, diem: Number.NaN }, undefined],
  [{ usd: -1, diem: 5 }, undefined],
  [{ usd: 0, diem: 'free' }, undefined],
  [{ usd: 1e300, diem: 0 }, undefined],
  [{ usd: 9_000_000_000, diem: 9_000_000_000 }, undefined],
])('a cost of %j charges %s', (cost, microUsd) => {
  expect(chargeOf({ cost })).toBe(microUsd)
})
