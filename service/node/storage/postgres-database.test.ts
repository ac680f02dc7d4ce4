import { afterAll, expect, test } from 'vitest'

import { startPostgres } from '../../testing/postgres-server.ts'
import { openPostgresDatabase } from './postgres-database.ts'
import { numberMember } from './sql-database.ts'

const postgres = await startPostgres()
afterAll(() => postgres?.stop())

test.skipIf(postgres === undefined)(
  'transactions that wait for each other are all done, each once',
  async () => {
    const database = await openPostgresDatabase((await postgres?.newDatabase()) ?? '')
    await database.transaction((run) =>
      run(
        `INSERT INTO balances (account, currency, amount) VALUES ('a', 'USD', 0), ('b', 'USD', 0)`,
      ),
    )
    let begun = 0
    let meet = () => {}
    const met = new Promise<void>((resolve) => (meet = resolve))
    const add = (accounts: readonly [string, string]) =>
      database.transaction(async (run) => {
        const query = 'UPDATE balances SET amount = amount + 1 WHERE account = $1'
        await run(query, [accounts[0]])
        begun += 1
        if (begun === 2) meet()
        await met
        await run(query, [accounts[1]])
      })
    await Promise.all([add(['a', 'b']), add(['b', 'a'])])
    // One was undone, and begun again.
    expect(begun).toBe(3)
    const rows = await database.read('SELECT amount FROM balances')
    expect(rows.map((row) => numberMember(row, 'amount'))).toEqual([2, 2])
    await database.close()
  },
)
