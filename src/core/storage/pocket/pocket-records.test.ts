import 'fake-indexeddb/auto'
import { beforeEach, expect, it } from 'vitest'

import {
  addPocketAccount,
  deletePocketAccount,
  listPocketAccounts,
  listPocketSpends,
  type PocketAccount,
  type PocketSpend,
  reservePocketSpend,
  settlePocketSpend,
  updatePocketAccount,
} from './pocket-records.ts'

const account: PocketAccount = {
  id: 'a',
  family: 'evm',
  networkId: 'eip155:84532',
  origin: 'http://a.example',
  baseUrl: 'http://a.example/api/v1',
  address: '0x00000000000000000000000000000000000000ab',
  createdAt: 1,
  limits: { ceilingMicroUsd: 3, dailyMicroUsd: 2, perRequestMicroUsd: 1 },
}
const spend = (id: string, microUsd = 1): PocketSpend => ({
  id,
  accountId: 'a',
  kind: 'request',
  at: 1,
  microUsd,
  isSettled: false,
})

beforeEach(async () => {
  for (const { id } of (await listPocketAccounts()).accounts) await deletePocketAccount(id)
})

it('saves one account for an API and a family, and changes and deletes it', async () => {
  expect(await addPocketAccount(account)).toBe(true)
  expect(await addPocketAccount({ ...account, id: 'b' })).toBe(false)
  expect(await addPocketAccount({ ...account, id: 'c', family: 'solana' })).toBe(true)
  await updatePocketAccount('a', (one) => ({ ...one, backedUpAt: 5 }))
  expect(await updatePocketAccount('z', (one) => one)).toBeUndefined()
  await deletePocketAccount('c')
  expect((await listPocketAccounts()).accounts).toEqual([{ ...account, backedUpAt: 5 }])
})

it('decides one after the other, with all that was decided before, and drops what is outdated', async () => {
  await addPocketAccount(account)
  const seen: number[] = []
  const results = await Promise.all(
    ['1', '2', '3'].map((id) =>
      reservePocketSpend('a', (stored, spends) => {
        seen.push(spends.length)
        return stored !== undefined && spends.length < 2
          ? { spend: spend(id), outdated: [] }
          : { refusal: 'full' }
      }),
    ),
  )
  expect(seen).toEqual([0, 1, 2])
  expect(results).toEqual([undefined, undefined, 'full'])
  await settlePocketSpend('1', 7)
  await settlePocketSpend('unknown', 7)
  await reservePocketSpend('a', () => ({ spend: spend('4'), outdated: ['2'] }))
  expect(await listPocketSpends('a')).toEqual([{ ...spend('1', 7), isSettled: true }, spend('4')])
  await deletePocketAccount('a')
  expect(await listPocketSpends('a')).toEqual([])
})

it.each<[string, object]>([
  ['limits that are no numbers', { limits: { ...account.limits, dailyMicroUsd: 'much' } }],
  ['a negative limit', { limits: { ...account.limits, perRequestMicroUsd: -1 } }],
  ['another origin than its base URL', { origin: 'http://b.example' }],
  ['an address that is none', { address: '<b>' }],
  ['no family', { family: undefined }],
])('counts an account with %s as unreadable, and lets it be restored', async (_what, damage) => {
  await addPocketAccount({ ...account, ...damage } as PocketAccount)
  expect(await listPocketAccounts()).toEqual({ accounts: [], unreadable: 1 })
  expect(await updatePocketAccount('a', (one) => one)).toBeUndefined()
  expect(await addPocketAccount(account)).toBe(true)
  expect(await listPocketAccounts()).toEqual({ accounts: [account], unreadable: 0 })
})

it.each([-7, Number.NaN, Infinity, '7', undefined])(
  'a damaged record of spending (%s) makes no room under a limit',
  async (microUsd) => {
    await addPocketAccount(account)
    const damaged = { ...spend('d'), microUsd } as PocketSpend
    await reservePocketSpend('a', () => ({ spend: damaged, outdated: [] }))
    await reservePocketSpend('a', () => ({ spend: spend('e'), outdated: [] }))
    expect(await listPocketSpends('a')).toEqual([spend('e')])
  },
)
