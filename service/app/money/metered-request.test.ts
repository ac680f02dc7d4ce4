import { expect, it, onTestFinished } from 'vitest'

import { createLedger } from '../../node/storage/sql-ledger.ts'
import { openSqliteDatabase } from '../../node/storage/sqlite-database.ts'
import { StorageUnavailable } from '../errors.ts'
import { createLocalCounters } from '../limits/counters.ts'
import { createRateLimiter } from '../limits/rate-limiter.ts'
import { createLocalLeases } from '../limits/window-counters.ts'
import { SANDBOX_TEXT_MODELS } from '../models/sandbox-models.ts'
import { admit, createHolds } from './metered-request.ts'

const USAGE = { prompt_tokens: 1000, completion_tokens: 1000, total_tokens: 2000 }

it('an answer that was paid is delivered although its tokens cannot be counted any more', async () => {
  const database = openSqliteDatabase(undefined)
  onTestFinished(() => database.close())
  const ledger = createLedger(database)
  await ledger.grant({ reference: 'g', owner: 'a', microUsd: 1_000_000, microDiem: 0 })
  const counters = createLocalCounters()
  const limiter = createRateLimiter(counters.windows)
  const rate = await limiter.consumeRequest('a', 'S')
  const [model] = SANDBOX_TEXT_MODELS
  if (model === undefined) throw new Error('There is a model')
  const request = await admit(
    {
      ledger,
      holds: createHolds(ledger, counters.leases),
      limiter: {
        ...limiter,
        consumeTokens: () => Promise.reject(new StorageUnavailable('counter store', undefined)),
      },
    },
    { reference: 'r', owner: 'a', model, worstCase: USAGE, rate },
  )
  const settled = await request.settle(USAGE)
  const { microUsd } = settled.taken
  expect(microUsd).toBeGreaterThan(0)
  expect(settled).toEqual({
    taken: { microUsd, microDiem: 0 },
    leftMicroUsd: 1_000_000 - microUsd,
    rate,
  })
  expect(await ledger.balance('a')).toMatchObject({ microUsd: settled.leftMicroUsd })
})

it('holds cannot add up to more than the balance, and releasing twice frees once', async () => {
  const balance = () => Promise.resolve({ microUsd: 100, microDiem: 0 })
  const holds = createHolds({ balance }, createLocalLeases())
  const take = async (owner: string, amount: number) => (await holds.acquire(owner, amount)).hold
  const first = await take('a', 60)
  expect(first).toBeDefined()
  expect(await take('a', 41)).toBeUndefined()
  expect(await take('a', 40)).toBeDefined()
  expect(await take('b', 100)).toBeDefined()
  first?.release()
  first?.release()
  expect(await take('a', 61)).toBeUndefined()
  expect(await take('a', 60)).toBeDefined()
})
