import { describe, expect, it } from 'vitest'

import type { Storage } from '../../app/adapters.ts'
import type { UsageQuery } from '../../app/money/ledger.ts'
import {
  type PaymentRow,
  type PaymentTrace,
  walletOwner,
} from '../../app/money/payments/payment-store.ts'

/** One kind of storage, for the tests that hold for all. */
export interface StorageKind {
  name: string
  /** Two views of one empty storage: of two processes, or twice the same where only one may use it. */
  open: () => Promise<readonly [Storage, Storage]>
}

const price = { model: 'm', promptTokens: 1, completionTokens: 1 }

/** A payment that was noted. */
async function noted(receiving: Promise<PaymentRow | undefined>): Promise<PaymentRow> {
  const row = await receiving
  if (row === undefined) throw new Error('It was not noted')
  return row
}

const payment: PaymentTrace = {
  network: 'eip155:84532',
  asset: '0xAsset',
  payer: '0xpayer',
  payTo: '0xshop',
  amount: 7_000_000,
  nonce: '0x01',
  expiry: '1800000000',
  transaction: undefined,
}

/** What every storage does. */
export function storageTests({ name, open }: StorageKind): void {
  describe(`the ledger in ${name}`, () => {
    it('takes what arrives at once exactly once each, in any order', async () => {
      const [{ ledger }, { ledger: other }] = await open()
      await ledger.grant({ reference: 'g', owner: 'a', microUsd: 1000, microDiem: 0 })
      const charges = Array.from({ length: 100 }, (_, index) =>
        (index % 3 ? ledger : other).charge({
          reference: `c${index % 50}`,
          owner: 'a',
          ...price,
          microUsd: 1,
        }),
      )
      const after = await Promise.all(charges)
      expect(Math.min(...after.map(({ leftMicroUsd }) => leftMicroUsd))).toBe(950)
      expect(await other.movements('a', { limit: 60, offset: 0 })).toHaveLength(51)
    })

    it('says after each of many charges at once what its owner held then', async () => {
      const [{ ledger }] = await open()
      const prices = { a: 3, b: 5, c: 0 }
      for (const owner of Object.keys(prices))
        await ledger.grant({ reference: `g${owner}`, owner, microUsd: 1000, microDiem: 0 })
      const after = async (owner: keyof typeof prices, reference: string) => ({
        owner,
        left: (await ledger.charge({ reference, owner, ...price, microUsd: prices[owner] }))
          .leftMicroUsd,
      })
      const all = await Promise.all(
        Array.from({ length: 20 }, (_, index) => [
          after('a', `a${index}`),
          after('b', `b${index}`),
          after('c', `c${index}`),
        ]).flat(),
      )
      const lefts = (name: string) =>
        all.flatMap(({ owner, left }) => (owner === name ? [left] : [])).toSorted((x, y) => y - x)
      expect(lefts('a')).toEqual(Array.from({ length: 20 }, (_, index) => 997 - index * 3))
      expect(lefts('b')).toEqual(Array.from({ length: 20 }, (_, index) => 995 - index * 5))
      expect(lefts('c')).toEqual(Array.from({ length: 20 }, () => 1000))
    })

    it('lists movements in pages, newest first, each with what was held after it', async () => {
      const [{ ledger }] = await open()
      await ledger.grant({ reference: 'g1', owner: 'a', microUsd: 100, microDiem: 0 })
      await ledger.charge({ reference: 'c1', owner: 'a', microUsd: 7, ...price })
      await ledger.grant({ reference: 'other', owner: 'b', microUsd: 1000, microDiem: 0 })
      await ledger.grant({ reference: 'g2', owner: 'a', microUsd: 20, microDiem: 0 })
      await ledger.charge({ reference: 'c2', owner: 'a', microUsd: 13, ...price })
      const list = async (limit: number, offset: number) =>
        (await ledger.movements('a', { limit, offset })).map(
          ({ reference, microUsd, balanceAfter }) => [reference, microUsd, balanceAfter],
        )
      const all = [
        ['c2', -13, 100],
        ['g2', 20, 113],
        ['c1', -7, 93],
        ['g1', 100, 100],
      ]
      expect(await list(10, 0)).toEqual(all)
      for (const [limit, offset] of [
        [2, 0],
        [2, 1],
        [2, 3],
        [1, 4],
      ] as const)
        expect(await list(limit, offset)).toEqual(all.slice(offset, offset + limit))
      expect(await ledger.movements('nobody', { limit: 5, offset: 0 })).toEqual([])
    })

    it('lists charges in pages, by time and currency, and no grant and no other owner’s', async () => {
      const [{ ledger }] = await open()
      await ledger.grant({ reference: 'g', owner: 'a', microUsd: 100, microDiem: 6 })
      for (let number = 1; number <= 5; number += 1)
        await ledger.charge({ reference: `c${number}`, owner: 'a', microUsd: number, ...price })
      await ledger.charge({ reference: 'other', owner: 'b', microUsd: 1, ...price })
      const list = async (more: Partial<UsageQuery>) => {
        const query = { from: 0, to: 2 ** 50, currency: undefined, limit: 10, offset: 0 } as const
        const { total, entries } = await ledger.usage('a', { ...query, order: 'asc', ...more })
        return { total, amounts: entries.map(({ amount }) => amount) }
      }
      expect(await list({})).toEqual({ total: 5, amounts: [1, 2, 3, 4, 5] })
      expect(await list({ order: 'desc', limit: 2, offset: 1 })).toEqual({
        total: 5,
        amounts: [4, 3],
      })
      expect(await list({ to: 1000 })).toEqual({ total: 0, amounts: [] })
      expect(await list({ from: 2 ** 49 })).toEqual({ total: 0, amounts: [] })
      expect(await list({ currency: 'DIEM' })).toEqual({ total: 3, amounts: [1, 2, 3] })
    })

    it('takes DIEM first, then USD, and never more DIEM than there is', async () => {
      const [{ ledger }, { ledger: other }] = await open()
      await ledger.grant({ reference: 'g', owner: 'a', microUsd: 1000, microDiem: 25 })
      const charge = (reference: string) => ({ reference, owner: 'a', microUsd: 10, ...price })
      expect(await ledger.charge(charge('c0'))).toEqual({
        taken: { microUsd: 0, microDiem: 10 },
        leftMicroUsd: 1000,
      })
      expect((await ledger.charge(charge('c0'))).taken).toEqual({ microUsd: 0, microDiem: 0 })
      const charged = await Promise.all(
        Array.from({ length: 20 }, (_, index) =>
          (index % 2 ? ledger : other).charge(charge(`c${index + 1}`)),
        ),
      )
      const sum = (currency: 'microUsd' | 'microDiem') =>
        charged.reduce((total, { taken }) => total + taken[currency], 0)
      expect([sum('microDiem'), sum('microUsd')]).toEqual([15, 185])
      expect(await other.balance('a')).toEqual({ microUsd: 815, microDiem: 0 })
    })

    it('refuses amounts that are not whole millionths, and records nothing of them', async () => {
      const [{ ledger }] = await open()
      for (const microUsd of [0.5, -1, Number.NaN, 2 ** 60])
        await expect(
          ledger.grant({ reference: `r${microUsd}`, owner: 'a', microUsd, microDiem: 0 }),
        ).rejects.toThrow(RangeError)
      expect(await ledger.movements('a', { limit: 5, offset: 0 })).toEqual([])
      expect(await ledger.balance('a')).toEqual({ microUsd: 0, microDiem: 0 })
    })
  })

  describe(`what may be used once or by one, in ${name}`, () => {
    it('is one key for one secret, whoever adds it at once, and none for another', async () => {
      const stores = (await open()).map(({ keys }) => keys)
      for (let round = 0; round < 20; round += 1) {
        const secret = `key-${round}`
        const added = await Promise.all(stores.map((store) => store.add(secret, 'page')))
        expect(new Set(added.map(({ id }) => id)).size).toBe(1)
        expect(await stores[1]?.find(secret)).toEqual(added[0])
      }
      expect(await stores[0]?.find('key-20')).toBeUndefined()
      const ofWallet = await Promise.all(
        ['key-21', 'key-22'].map(async (secret) => stores[0]?.add(secret, 'wallet', 'wallet:0xa1')),
      )
      expect(ofWallet.map((key) => key?.id)).toEqual(['wallet:0xa1', 'wallet:0xa1'])
      expect(await stores[1]?.find('key-22')).toEqual({ id: 'wallet:0xa1', label: 'wallet' })
    })

    it('is a nonce of a wallet, once, however often it arrives at the same time', async () => {
      const [{ nonces }, { nonces: other }] = await open()
      const used = await Promise.all(
        Array.from({ length: 10 }, (_, index) => (index % 2 ? nonces : other).use('w', 'n')),
      )
      expect(used.filter(Boolean)).toHaveLength(1)
      expect(await nonces.use('w', 'n')).toBe(false)
      expect(await nonces.use('v', 'n')).toBe(true)
    })

    it('is a payment that one works on, until it is given back', async () => {
      const [{ payments }] = await open()
      const release = await payments.claim('k')
      expect(release).toBeDefined()
      await release?.()
      const again = await payments.claim('k')
      expect(again).toBeDefined()
      await again?.()
    })
  })

  describe(`the book of payments in ${name}`, () => {
    it('credits a payment once, together with the ledger, and then leaves it as it is', async () => {
      const [{ payments, ledger }, other] = await open()
      const row = await noted(payments.receive(payment))
      expect(row).toMatchObject({ state: 'received', amount: 7_000_000 })
      expect(await other.payments.receive({ ...payment, asset: '0xASSET' })).toEqual(row)
      expect(await payments.hasOpen('0xpayer')).toBe(true)
      await payments.submit(row.key, '0xtx')
      await Promise.all([payments.credit(row, '0xtx'), other.payments.credit(row, '0xtx')])
      await payments.fail(row.key, 'too late')
      expect(await other.payments.find(row.key)).toMatchObject({
        state: 'credited',
        transaction: '0xtx',
        newBalance: 7_000_000,
        reason: undefined,
      })
      expect((await ledger.balance(walletOwner('0xpayer'))).microUsd).toBe(7_000_000)
      expect(await payments.hasOpen('0xpayer')).toBe(false)
      expect(await payments.open()).toEqual([])
      await expect(payments.submit(row.key, '0xtx')).rejects.toThrow('not open')
    })

    it('stores nothing that was signed', async () => {
      const [{ payments }] = await open()
      const signed = { ...payment, signed: { signature: '0xsecret' } }
      const { key } = await noted(payments.receive(signed))
      expect(JSON.stringify(await payments.find(key))).not.toContain('secret')
    })

    it('keeps open what was submitted, and forgets only what was never sent', async () => {
      const [{ payments }] = await open()
      const received = await noted(payments.receive(payment))
      const submitted = await noted(payments.receive({ ...payment, nonce: '0x02' }))
      await payments.submit(submitted.key, undefined)
      expect((await payments.open()).map(({ state }) => state)).toEqual(['received', 'submitted'])
      await payments.drop(received.key)
      await payments.drop(submitted.key)
      expect((await payments.open()).map(({ nonce }) => nonce)).toEqual(['0x02'])
      await payments.fail(submitted.key, 'expired')
      expect(await payments.find(submitted.key)).toMatchObject({
        state: 'failed',
        reason: 'expired',
      })
      expect(await payments.find(received.key)).toBeUndefined()
    })

    it('can be reached', async () => {
      const [storage] = await open()
      expect(await storage.isReachable()).toBe(true)
    })

    it('gives the identifier of a payment to no other payment of its payer', async () => {
      const [{ payments }, other] = await open()
      const identifier = 'pay_0123456789abcdef'
      const row = await noted(payments.receive({ ...payment, identifier }))
      expect(await other.payments.receive({ ...payment, identifier })).toEqual(row)
      const second = { ...payment, nonce: '0x02', identifier }
      expect(await other.payments.receive(second)).toBeUndefined()
      expect(await payments.receive({ ...second, payer: '0xother' })).toBeDefined()
      expect(await payments.receive({ ...second, identifier: `${identifier}2` })).toBeDefined()
      await payments.drop(row.key)
      expect(await payments.receive({ ...second, nonce: '0x03' })).toBeDefined()
    })
  })
}
