import { cpSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterEach, describe, expect, it } from 'vitest'

import { StorageUnavailable } from '../../app/errors.ts'
import { DataDirectoryError } from '../data-directory.ts'
import { numberMember, type SqlDatabase } from './sql-database.ts'
import { createLedger } from './sql-ledger.ts'
import { openSqliteDatabase } from './sqlite-database.ts'

const opened: SqlDatabase[] = []
const folders: string[] = []
afterEach(async () => {
  for (const database of opened.splice(0)) await database.close()
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true })
})

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'sqlite-database-'))
  folders.push(folder)
  return folder
}

function open(folder: string | undefined): SqlDatabase {
  const database = openSqliteDatabase(folder)
  opened.push(database)
  return database
}

/** A database with so many grants. */
async function withGrants(folder: string, count: number): Promise<SqlDatabase> {
  const database = open(folder)
  await grant(database, count)
  return database
}

async function grant(database: SqlDatabase, count: number, owner = 'a'): Promise<void> {
  const ledger = createLedger(database)
  const amounts = { microUsd: 1, microDiem: 0 }
  for (let index = 0; index < count; index += 1)
    await ledger.grant({ reference: `${owner}${index}`, owner, ...amounts })
}

async function balanceIn(folder: string): Promise<number> {
  return (await createLedger(open(folder)).balance('a')).microUsd
}

/** What a process that is killed now leaves behind. */
function killedCopy(folder: string): string {
  const copy = newFolder()
  cpSync(folder, copy, { recursive: true })
  return copy
}

describe('a transaction', () => {
  it('that reads through the database instead of its own statements is refused, and undone', async () => {
    const database = open(undefined)
    const insert = `INSERT INTO migrations VALUES (1000, 1)`
    const refused = database.transaction(async (run) => {
      await run(insert)
      return database.read('SELECT COUNT(*) AS count FROM migrations')
    })
    await expect(refused).rejects.toThrow('A transaction waits for nothing but its own statements')
    expect(await database.read('SELECT * FROM migrations WHERE version = 1000')).toEqual([])
    await database.transaction((run) => run(insert))
    expect(await database.read('SELECT * FROM migrations WHERE version = 1000')).toHaveLength(1)
  })

  it('cannot write once it is over', async () => {
    const database = open(undefined)
    let late: Promise<unknown> = Promise.resolve()
    await expect(
      database.transaction(async (run) => {
        late = database.read('SELECT 1').then(() => run(`INSERT INTO migrations VALUES (1000, 1)`))
        await late
      }),
    ).rejects.toBeInstanceOf(Error)
    await expect(late).rejects.toBeInstanceOf(Error)
    expect(await database.read('SELECT * FROM migrations WHERE version = 1000')).toEqual([])
  })

  it('does not take others that came with it along when it is refused', async () => {
    const database = open(undefined)
    const results = await Promise.allSettled([
      grant(database, 3, 'a'),
      database.transaction(() => database.transaction(() => Promise.resolve())),
      grant(database, 3, 'b'),
    ])
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
  })
})

describe('a database that was closed', () => {
  it('is unavailable, and closing it again changes nothing', async () => {
    const database = await withGrants(newFolder(), 1)
    await database.close()
    await expect(database.read('SELECT 1')).rejects.toBeInstanceOf(StorageUnavailable)
    await expect(grant(database, 2)).rejects.toBeInstanceOf(StorageUnavailable)
    expect(await database.isReachable()).toBe(false)
    await database.close()
  })
})

describe('a full disk', () => {
  it('makes the database unavailable until it can be written again, and loses nothing', async () => {
    const folder = newFolder()
    const database = await withGrants(folder, 3)
    const [pages] = await database.read('PRAGMA page_count')
    await database.read(`PRAGMA max_page_count = ${numberMember(pages, 'page_count')}`)
    let kept = 3
    const fill = async () => {
      for (; kept < 1000; kept += 1) {
        const more = { reference: `more${kept}`, owner: 'a', microUsd: 1, microDiem: 0 }
        await createLedger(database).grant(more)
      }
    }
    await expect(fill()).rejects.toBeInstanceOf(StorageUnavailable)
    expect(await balanceIn(killedCopy(folder))).toBe(kept)
    // Nothing of it says that the disk is full; only trying does.
    await database.read('PRAGMA max_page_count = 1000000')
    expect(await database.isReachable()).toBe(true)
    await grant(database, 1, 'b')
    expect((await createLedger(database).balance('a')).microUsd).toBe(kept)
  })
})

describe('a ledger', () => {
  it('is all in one file after a clean end', async () => {
    const folder = newFolder()
    await (await withGrants(folder, 7)).close()
    const alone = newFolder()
    cpSync(join(folder, 'vendor.sqlite'), join(alone, 'vendor.sqlite'))
    expect(await balanceIn(alone)).toBe(7)
  })

  it('is whole after a kill', async () => {
    const folder = newFolder()
    await withGrants(folder, 7)
    expect(await balanceIn(killedCopy(folder))).toBe(7)
  })

  it.each(['vendor.sqlite-wal', 'vendor.sqlite'])(
    'that shrank because %s is gone is refused, until that is wanted',
    async (file) => {
      const folder = newFolder()
      const first = await withGrants(folder, 5)
      // Everything so far is in the one file; what follows is beside it.
      if (file === 'vendor.sqlite') await first.close()
      else await grant(first, 2, 'b')
      const copy = killedCopy(folder)
      rmSync(join(copy, file))
      const refused = () => openSqliteDatabase(copy)
      expect(refused).toThrow(DataDirectoryError)
      expect(refused).toThrow(/its ledger has 0 entries and had [57]\. Put back/)
      rmSync(join(copy, 'ledger-entries'))
      expect(await balanceIn(copy)).toBe(0)
    },
  )

  it('whose write-ahead file is garbage is refused, and nothing is overwritten', async () => {
    const folder = newFolder()
    await (await withGrants(folder, 5)).close()
    await withGrants(folder, 9)
    const copy = killedCopy(folder)
    const log = join(copy, 'vendor.sqlite-wal')
    const garbage = Buffer.alloc(statSync(log).size, 7)
    writeFileSync(log, garbage)
    expect(() => openSqliteDatabase(copy)).toThrow('its ledger has 5 entries and had 9')
    expect(readFileSync(log).equals(garbage)).toBe(true)
    // What was there can be put back; to this process the refused files are still open.
    const again = killedCopy(copy)
    cpSync(join(folder, 'vendor.sqlite-wal'), join(again, 'vendor.sqlite-wal'))
    expect(await balanceIn(again)).toBe(9)
  })

  it('whose mark is behind or unreadable is taken as it is', async () => {
    const folder = newFolder()
    await withGrants(folder, 5)
    for (const mark of ['0000000000000002\n', '', 'x'.repeat(17)]) {
      const copy = killedCopy(folder)
      writeFileSync(join(copy, 'ledger-entries'), mark)
      expect(await balanceIn(copy)).toBe(5)
    }
  })
})
