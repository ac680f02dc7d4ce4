import { afterAll, afterEach, expect, it } from 'vitest'

import { StorageUnavailable } from '../../app/errors.ts'
import type { Counters } from '../../app/limits/counters.ts'
import { countersTests } from '../../testing/adapters/counters-tests.ts'
import { startRedis } from '../../testing/redis-server.ts'
import { freePort } from '../../testing/system-server.ts'
import { openRedisCounters } from './redis-counters.ts'

const redis = await startRedis()
afterAll(() => redis?.stop())

const opened: Counters[] = []
afterEach(async () => {
  await Promise.all(opened.splice(0).map((counters) => counters.close()))
})

async function openShared(url: string): Promise<Counters> {
  const counters = await openRedisCounters(url)
  opened.push(counters)
  return counters
}

if (redis !== undefined)
  countersTests({
    name: 'Redis',
    open: async () => [await openShared(redis.url), await openShared(redis.url)],
  })

it('says in one line that no Redis is there, or that it went away', async () => {
  const nowhere = `redis://127.0.0.1:${await freePort()}`
  await expect(openRedisCounters(nowhere)).rejects.toThrow(
    'The counter store of REDIS_URL cannot be used (ECONNREFUSED).',
  )
  const passing = await startRedis()
  if (passing === undefined) return
  const counters = await openShared(passing.url)
  expect(await counters.isReachable()).toBe(true)
  await passing.stop()
  await expect(counters.windows.add('w', 1)).rejects.toBeInstanceOf(StorageUnavailable)
  expect(await counters.isReachable()).toBe(false)
})
