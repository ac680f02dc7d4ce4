import { expect, it } from 'vitest'

import { createLocalLeases } from '../limits/leases.ts'
import { createHolds } from './holds.ts'

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
