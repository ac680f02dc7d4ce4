import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

import { getRequestListener } from '@hono/node-server'
import { Hono } from 'hono'

import type { AppEnvironment } from '../../../app/http/app-environment.ts'
import { errorResponse } from '../../../app/http/http-error.ts'
import type { Log } from '../../../app/log.ts'
import type { PaymentRails } from '../../../app/money/payments/payment-rails.ts'
import { walletOwner } from '../../../app/money/payments/payment-store.ts'
import { createTopUps } from '../../../app/money/payments/top-ups.ts'
import { topUp } from '../../../app/money/payments/x402-top-up.ts'
import type { SqlDatabase } from '../../storage/sql-database.ts'
import { createLedger } from '../../storage/sql-ledger.ts'
import { createPaymentStore } from '../../storage/sql-storage.ts'
import { openSqliteDatabase } from '../../storage/sqlite-database.ts'

/** The top-up alone, on a socket, without the limits that the whole service puts before it. */
export async function serveTopUps(options: {
  rails: PaymentRails
  /** Where the database is; absent keeps it in memory. */
  folder?: string
  /** The database instead of the one in `folder`. */
  database?: SqlDatabase
  deadlineMs?: number
  log?: Log
}) {
  const { rails, folder, deadlineMs, log = () => undefined } = options
  const database = options.database ?? openSqliteDatabase(folder)
  const ledger = createLedger(database)
  const store = createPaymentStore(database)
  const topUps = createTopUps({
    store,
    rails: rails.rails,
    log,
    ...(deadlineMs === undefined ? {} : { deadlineMs }),
  })
  await topUps.recheck()
  const app = new Hono<AppEnvironment>()
  app.onError(errorResponse(log))
  const counters = { add: () => Promise.resolve({ count: 1, endsAt: 0 }) }
  app.post('/x402/top-up', topUp({ rails, topUps, counters }))
  const handle = getRequestListener(app.fetch)
  const server = createServer((request, response) => void handle(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    topUps,
    store,
    database,
    post: (headers: Record<string, string> = {}) =>
      fetch(`http://127.0.0.1:${port}/x402/top-up`, { method: 'POST', headers }),
    /** What a wallet holds, micro-USD. */
    balance: async (wallet: string) => (await ledger.balance(walletOwner(wallet))).microUsd,
    /** Ends it at once, as a crash would: nothing is waited for. */
    stop: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      await database.close()
    },
  }
}

export type TopUpServer = Awaited<ReturnType<typeof serveTopUps>>
