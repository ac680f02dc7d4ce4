import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import fc from 'fast-check'
import { afterEach, describe, expect, it } from 'vitest'

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
          const fromDiem = Math.min(usd, sum.microDiem)
          sum.microUsd += kind === 'grant' ? usd : fromDiem - usd
          sum.microDiem += kind === 'grant' ? diem : -fromDiem
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
