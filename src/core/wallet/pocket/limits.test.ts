import 'fake-indexeddb/auto'
import { beforeEach, expect, it, vi } from 'vitest'

import { TestStorage } from '../../storage/testing/test-storage.ts'
import { pocketSpending } from './allowed.ts'
import { ceilingProblem, DEFAULT_LIMITS } from './limits.ts'
import { signInOf } from './testing/fake-pocket.ts'
import { openTabs, SMALL_LIMITS } from './testing/limit-tabs.ts'

const HOUR_MS = 3_600_000

beforeEach(() => {
  vi.stubGlobal('localStorage', new TestStorage())
})

it('says which limit refused, its value, what is left and what to press', async () => {
  const { first, request, topUp, account, clock } = await openTabs(1, DEFAULT_LIMITS)
  const fault = (signing: Promise<unknown>) =>
    signing.then(
      () => undefined,
      (error: unknown) => error,
    )
  const text = signInOf(account, clock.now)
  const onSettled = () => {}
  const costly = { maxMicroUsd: 1_200_000, onSettled }
  expect(await fault(first.drivers.evm.signText(account.address, text, costly))).toMatchObject({
    advice: {
      title: 'Over per request limit',
      meaning:
        'Up to $1.20 is over the per request limit of $1.00: $1.00 left. Nothing was signed or sent.',
      nextStep: 'Lower max_completion_tokens, or raise the limit on the Wallet page.',
    },
    kind: 'limit',
  })
  for (let nth = 0; nth < 4; nth++) await request(first, 1_000_000)
  await (
    await request(first, 900_000)
  )?.(750_000)
  // What is not known counts as much as one request may cost.
  expect(await request(first, undefined)).toBeUndefined()
  expect(await request(first, 250_000)).toBeDefined()
  expect(
    await fault(first.drivers.evm.signText(account.address, text, { maxMicroUsd: 1, onSettled })),
  ).toMatchObject({
    message: expect.stringContaining('daily limit of $5.00: $0.00 left') as string,
  })
  // Top-ups have the day for themselves, and what costs nothing is free.
  expect(await topUp(first, 5_000_000)).toMatch(/^0x/)
  expect(await topUp(first, 1)).toBeUndefined()
  expect(await request(first, 0)).toBeDefined()
  expect(await pocketSpending(first.pocket, account.id)).toEqual({
    requestsMicroUsd: 5_000_000,
    topUpsMicroUsd: 5_000_000,
  })
  clock.now += 24 * HOUR_MS
  expect(await request(first, 1_000_000)).toBeDefined()
})

it('signs nothing when the count can not be written', async () => {
  const { tabs, request } = await openTabs(1)
  const [tab] = tabs
  if (tab === undefined) throw new Error('no tab')
  tab.pocket.world.storage = {
    ...tab.pocket.world.storage,
    reservePocketSpend: () => Promise.reject(new DOMException('full', 'QuotaExceededError')),
  }
  await expect(request(tab, 1)).rejects.toThrow('Disk full')
})

it('leaves room up to the ceiling', () => {
  expect(ceilingProblem(SMALL_LIMITS, 400, 500)).toBeUndefined()
  expect(ceilingProblem(SMALL_LIMITS, 400, 501)).toMatchObject({
    limit: 'ceiling',
    leftMicroUsd: 500,
  })
  expect(ceilingProblem(SMALL_LIMITS, 1000, 1)).toMatchObject({ leftMicroUsd: 0 })
})
