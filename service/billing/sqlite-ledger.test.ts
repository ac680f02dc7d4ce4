import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import fc from 'fast-check'
import { afterEach, describe, expect, it } from 'vitest'

import { openDatabase } from '../storage/database.ts'
import { createSqliteLedger } from './sqlite-ledger.ts'

const folders: string[] = []
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true })
})

const amount = fc.integer({ min: 0, max: 10_000_000_000 })
const operation = fc.oneof(
  fc.record({
    kind: fc.constant('grant' as const),
    owner: fc.constantFrom('a', 'b'),
    usd: amount,
    diem: amount,
    reference: fc.nat(20),
  }),
  fc.record({
    kind: fc.constant('charge' as const),
    owner: fc.constantFrom('a', 'b'),
    usd: amount,
    diem: fc.constant(0),
    reference: fc.nat(20),
  }),
)

describe('the ledger', () => {
  it('keeps every entry at zero, and balances equal to their postings, for any history', () => {
    fc.assert(
      fc.property(fc.array(operation, { maxLength: 40 }), (operations) => {
        const database = openDatabase(undefined)
        const ledger = createSqliteLedger(database)
        const seen = new Set<string>()
        const expected = { a: { microUsd: 0, microDiem: 0 }, b: { microUsd: 0, microDiem: 0 } }
        for (const { kind, owner, usd, diem, reference } of operations) {
          const name = `r${reference}`
          if (kind === 'grant')
            ledger.grant({ reference: name, owner, microUsd: usd, microDiem: diem })
          else
            ledger.charge({
              reference: name,
              owner,
              model: 'm',
              promptTokens: 1,
              completionTokens: 1,
              microUsd: usd,
            })
          if (seen.has(name)) continue
          seen.add(name)
          const own = expected[owner === 'a' ? 'a' : 'b']
          own.microUsd += kind === 'grant' ? usd : -usd
          own.microDiem += diem
        }
        expect(ledger.balance('a')).toEqual(expected.a)
        expect(ledger.balance('b')).toEqual(expected.b)
        const unbalanced = database
          .prepare('SELECT entry FROM postings GROUP BY entry, currency HAVING SUM(amount) <> 0')
          .all()
        expect(unbalanced).toEqual([])
        const drifted = database
          .prepare(
            `SELECT b.account FROM balances b WHERE b.amount <>
               (SELECT SUM(p.amount) FROM postings p WHERE p.account = b.account AND p.currency = b.currency)`,
          )
          .all()
        expect(drifted).toEqual([])
        database.close()
      }),
      { numRuns: 60 },
    )
  })

  it('refuses amounts that are not whole millionths, and records nothing of them', () => {
    const database = openDatabase(undefined)
    const ledger = createSqliteLedger(database)
    for (const microUsd of [0.5, -1, Number.NaN, 2 ** 60])
      expect(() =>
        ledger.grant({ reference: `r${microUsd}`, owner: 'a', microUsd, microDiem: 0 }),
      ).toThrow(RangeError)
    expect(database.prepare('SELECT id FROM entries').all()).toEqual([])
    database.close()
  })

  it('keeps what it acknowledged when it is opened again', () => {
    const folder = mkdtempSync(join(tmpdir(), 'ledger-'))
    folders.push(folder)
    const first = openDatabase(folder)
    createSqliteLedger(first).grant({ reference: 'r', owner: 'a', microUsd: 5, microDiem: 7 })
    first.close()
    const second = openDatabase(folder)
    expect(createSqliteLedger(second).balance('a')).toEqual({ microUsd: 5, microDiem: 7 })
    second.close()
  })
})
