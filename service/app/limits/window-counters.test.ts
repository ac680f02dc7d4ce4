import { expect, it } from 'vitest'

import { createWindowCounters } from './window-counters.ts'

it('counts per name in windows aligned to the clock', async () => {
  let now = 90_000
  const counters = createWindowCounters(60_000, () => now)
  expect(await counters.add('a', 1)).toEqual({ count: 1, endsAt: 120_000 })
  expect(await counters.add('a', 2)).toEqual({ count: 3, endsAt: 120_000 })
  expect(await counters.add('b', 0)).toEqual({ count: 0, endsAt: 120_000 })
  now = 120_000
  expect(await counters.add('a', 1)).toEqual({ count: 1, endsAt: 180_000 })
})
