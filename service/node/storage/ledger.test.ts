import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import fc from 'fast-check'
import { afterEach, describe, expect, it } from 'vitest'

import type { UsageQuery } from '../../app/billing/ledger.ts'
import { databaseKinds } from '../../testing/test-databases.ts'
import { createLedger } from './sql-ledger.ts'

const folders: string[] = []
const kinds = await databaseKinds(() => {
  const folder = mkdtempSync(join(tmpdir(), 'ledger-'))
  folders.push(folder)
  return folder
})
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true })
})

const amount = fc.integer({ min: 0, max: 10_000_000_000 })
const operation = fc.record({
  kind: fc.constantFrom('grant' as const, 'charge' as const),
  owner: fc.constantFrom('a', 'b'),
  usd: amount,
  diem: amount,
  reference: fc.nat(20),
})
const price = { model: 'm', promptTokens: 1, completionTokens: 1 }

describe.each(kinds)('the ledger in $name', ({ name, open, newPlace }) => {
  it('keeps every entry at zero, and balances equal to their postings, for any history', async () => {
    const database = await open()
    const ledger = createLedger(database)
    let history = 0
    await fc.assert(
      fc.asyncProperty(fc.array(operation, { maxLength: 40 }), async (operations) => {
        history += 1
        const seen = new Set<string>()
        const expected = { a: { microUsd: 0, microDiem: 0 }, b: { microUsd: 0, microDiem: 0 } }
        for (const { kind, owner, usd, diem, reference: number } of operations) {
          const reference = `${history} ${number}`
          const own = { reference, owner: `${owner}${history}`, microUsd: usd }
          if (kind === 'grant') await ledger.grant({ ...own, microDiem: diem })
          else await ledger.charge({ ...own, ...price })
          if (seen.has(reference)) continue
          seen.add(reference)
          const sum = expected[owner]
          sum.microUsd += kind === 'grant' ? usd : -usd
          sum.microDiem += kind === 'grant' ? diem : 0
        }
        expect(await ledger.balance(`a${history}`)).toEqual(expected.a)
        expect(await ledger.balance(`b${history}`)).toEqual(expected.b)
        const unbalanced = await database.read(
          'SELECT entry FROM postings GROUP BY entry, currency HAVING SUM(amount) <> 0',
        )
        expect(unbalanced).toEqual([])
        const drifted = await database.read(
          `SELECT b.account FROM balances b WHERE b.amount <>
             (SELECT SUM(p.amount) FROM postings p WHERE p.account = b.account AND p.currency = b.currency)`,
        )
        expect(drifted).toEqual([])
      }),
      { numRuns: name === 'SQLite' ? 60 : 15 },
    )
  })

  it('takes what arrives at once exactly once each, in any order', async () => {
    const ledger = createLedger(await open())
    await ledger.grant({ reference: 'g', owner: 'a', microUsd: 1000, microDiem: 0 })
    const charges = Array.from({ length: 100 }, (_, index) =>
      ledger.charge({ reference: `c${index % 50}`, owner: 'a', ...price, microUsd: 1 }),
    )
    const after = await Promise.all(charges)
    expect(Math.min(...after)).toBe(950)
    expect(await ledger.movements('a', { limit: 60, offset: 0 })).toHaveLength(51)
  })

  it('lists charges in pages, by time and currency, and no grant and no other owner’s', async () => {
    const database = await open()
    let now = 0
    const ledger = createLedger(database, () => now)
    await ledger.grant({ reference: 'g', owner: 'a', microUsd: 100, microDiem: 100 })
    for (now = 1; now <= 5; now += 1)
      await ledger.charge({ reference: `c${now}`, owner: 'a', microUsd: now, ...price })
    await ledger.charge({ reference: 'other', owner: 'b', microUsd: 1, ...price })
    const list = async (more: Partial<UsageQuery>) => {
      const query: UsageQuery = {
        from: 0,
        to: 10,
        currency: undefined,
        order: 'asc',
        limit: 10,
        offset: 0,
        ...more,
      }
      const { total, entries } = await ledger.usage('a', query)
      return { total, amounts: entries.map(({ amount: taken }) => taken) }
    }
    expect(await list({})).toEqual({ total: 5, amounts: [1, 2, 3, 4, 5] })
    expect(await list({ order: 'desc', limit: 2, offset: 1 })).toEqual({
      total: 5,
      amounts: [4, 3],
    })
    expect(await list({ from: 2, to: 4, currency: 'USD' })).toEqual({ total: 2, amounts: [2, 3] })
    expect(await list({ currency: 'DIEM' })).toEqual({ total: 0, amounts: [] })
  })

  it('lists movements in pages, newest first, each with what was held after it', async () => {
    const ledger = createLedger(await open())
    await ledger.grant({ reference: 'g1', owner: 'a', microUsd: 100, microDiem: 50 })
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

  it('refuses amounts that are not whole millionths, and records nothing of them', async () => {
    const database = await open()
    const ledger = createLedger(database)
    for (const microUsd of [0.5, -1, Number.NaN, 2 ** 60])
      await expect(
        ledger.grant({ reference: `r${microUsd}`, owner: 'a', microUsd, microDiem: 0 }),
      ).rejects.toThrow(RangeError)
    expect(await database.read('SELECT id FROM entries')).toEqual([])
  })

  it('keeps what it acknowledged when it is opened again', async () => {
    const place = await newPlace()
    const first = await open(place)
    await createLedger(first).grant({ reference: 'r', owner: 'a', microUsd: 5, microDiem: 7 })
    await first.close()
    const second = await open(place)
    expect(await createLedger(second).balance('a')).toEqual({ microUsd: 5, microDiem: 7 })
  })

  it('fails alone when others commit with it, and shows nothing before it is kept', async () => {
    const database = await open()
    const ledger = createLedger(database)
    const lost = database.transaction(async (run) => {
      await run(`INSERT INTO balances (account, currency, amount) VALUES ('credit:a', 'USD', 5)`)
      throw new Error('on purpose')
    })
    const kept = ledger.grant({ reference: 'g', owner: 'b', microUsd: 3, microDiem: 0 })
    await expect(lost).rejects.toThrow('on purpose')
    await kept
    expect([await ledger.balance('a'), await ledger.balance('b')]).toEqual([
      { microUsd: 0, microDiem: 0 },
      { microUsd: 3, microDiem: 0 },
    ])
  })
})
