import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'

import { afterAll, expect, it } from 'vitest'

import { walletOwner } from '../app/money/payments/payment-store.ts'
import {
  newAuthorization,
  PAY_TO,
  paymentHeaders,
} from '../node/payments/testing/signed-payment.ts'
import { startStandInFacilitator } from '../node/payments/testing/stand-in-facilitator.ts'
import { numberMember, textMember } from '../node/storage/sql-database.ts'
import { openSqliteDatabase } from '../node/storage/sqlite-database.ts'
import { builtService } from '../testing/built-service.ts'
import { type ServiceProcess, startServiceProcess } from '../testing/service-process.ts'
import { report, soakSize } from './soak-size.ts'

const KILLS = soakSize('KILLS', 4)
const CLIENTS = 16
/** After so long under load the service is killed, ms. */
const [SHORTEST, LONGEST] = [20, 140]
const OPENING_MICRO_USD = 10_000_000

const built = builtService()
let service: ServiceProcess | undefined
afterAll(() => service?.kill())

/** One client: its key, what it knows was charged, the payments it made. */
interface Client {
  key: string
  /** Micro-USD by request id, of answers that arrived. */
  charged: Map<string, number>
  payments: { auth: ReturnType<typeof newAuthorization>; isAcknowledged: boolean }[]
}

it(
  `keeps a ledger that balances, with every acknowledged operation once, over ${KILLS} kills`,
  { timeout: 120_000 + KILLS * 30_000 },
  async () => {
    const facilitator = await startStandInFacilitator(5)
    const clients = Array.from({ length: CLIENTS }, (_, index): Client => {
      return {
        key: `soak-${index}-${randomBytes(8).toString('hex')}`,
        charged: new Map(),
        payments: [],
      }
    })
    const data = join(built.folder(), 'data')
    const env = {
      HOME: built.folder(),
      VENDOR_TIER: 'partner',
      VENDOR_API_KEYS: clients.map(({ key }) => key).join(','),
      VENDOR_FACILITATOR_URL: facilitator.url,
      VENDOR_PAY_TO_EVM: PAY_TO,
    }
    const starts: number[] = []
    const start = async () => {
      service = await startServiceProcess(built.entry(), ['--data', data, '--trust-proxy'], env)
      starts.push(service.startMs)
      return service
    }
    const started = performance.now()
    for (let kill = 0; kill < KILLS; kill += 1) {
      const running = await start()
      const load = new AbortController()
      const work = clients.map((client, index) =>
        keepBusy(running.baseUrl, client, index, load.signal),
      )
      await delay(SHORTEST + Math.random() * (LONGEST - SHORTEST))
      await running.kill()
      load.abort()
      await Promise.all(work)
    }

    // Whatever was left unknown is sent again, until it is known.
    const last = await start()
    for (const client of clients)
      for (const payment of client.payments) {
        const answer = await topUp(last.baseUrl, payment.auth, 0, nextAddress())
        expect(answer.status).toBe(200)
        payment.isAcknowledged = true
      }
    await last.kill()

    const database = openSqliteDatabase(data)
    const entries = await database.read(
      `SELECT e.reference, e.kind, e.owner, p.amount FROM entries e
       JOIN postings p ON p.entry = e.id AND p.account = 'credit:' || e.owner`,
    )
    const amounts = new Map(
      entries.map((row) => [textMember(row, 'reference') ?? '', numberMember(row, 'amount') ?? 0]),
    )
    expect(amounts.size).toBe(entries.length)
    const charges = clients.flatMap(({ charged }) => [...charged])
    const missing = charges.filter(([id]) => !amounts.has(id))
    const off = charges.filter(([id, microUsd]) => amounts.get(id) !== -microUsd)
    expect({ missing, off }).toEqual({ missing: [], off: [] })

    const unbalanced = await database.read(
      'SELECT entry FROM postings GROUP BY entry, currency HAVING SUM(amount) <> 0',
    )
    const drifted = await database.read(
      `SELECT b.account FROM balances b WHERE b.amount < 0 OR b.amount <>
         (SELECT SUM(p.amount) FROM postings p WHERE p.account = b.account AND p.currency = b.currency)`,
    )
    expect({ unbalanced, drifted }).toEqual({ unbalanced: [], drifted: [] })

    const grants = entries.filter((row) => textMember(row, 'kind') === 'grant')
    const openings = grants.filter((row) => textMember(row, 'reference')?.startsWith('opening:'))
    expect(openings.every((row) => numberMember(row, 'amount') === OPENING_MICRO_USD)).toBe(true)
    const credited = grants.filter((row) => !openings.includes(row))
    const payments = clients.flatMap((client) => client.payments)
    expect([credited.length, facilitator.transfers.size]).toEqual([
      payments.length,
      payments.length,
    ])
    for (const { payer, amount } of facilitator.transfers.values()) {
      const own = credited.filter((row) => textMember(row, 'owner') === walletOwner(payer))
      expect(own.map((row) => numberMember(row, 'amount'))).toEqual([amount])
    }
    await database.close()
    await facilitator.stop()

    starts.sort((a, b) => a - b)
    report('kill -9 under load', {
      kills: KILLS,
      clients: CLIENTS,
      seconds: Math.round((performance.now() - started) / 1000),
      acknowledgedCharges: charges.length,
      chargesInLedger: entries.length - grants.length,
      payments: payments.length,
      missing: 0,
      duplicate: 0,
      accountsOff: 0,
      startMedianMs: Math.round(starts[starts.length >> 1] ?? 0),
    })
  },
)

/** Asks one thing after the other until it is told to stop; what fails stays unknown. */
async function keepBusy(
  baseUrl: string,
  client: Client,
  index: number,
  signal: AbortSignal,
): Promise<void> {
  for (let turn = index; !signal.aborted; turn += 1)
    try {
      if (turn % 8 === 0) await pay(baseUrl, client, signal)
      else await ask(baseUrl, client, signal)
    } catch {
      if (!signal.aborted) await delay(1)
    }
}

async function ask(baseUrl: string, client: Client, signal: AbortSignal): Promise<void> {
  const answer = await fetch(`${baseUrl}/chat/completions`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${client.key}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({
      model: 'sandbox-fast',
      messages: [{ role: 'user', content: '/tokens 20' }],
    }),
    signal,
  })
  const body: { cost?: { usd: number } } = await answer.json()
  const id = answer.headers.get('cf-ray')
  if (answer.status === 200 && id !== null)
    client.charged.set(id, Math.round((body.cost?.usd ?? 0) * 1_000_000))
}

async function pay(baseUrl: string, client: Client, signal: AbortSignal): Promise<void> {
  const payment = { auth: newAuthorization(), isAcknowledged: false }
  client.payments.push(payment)
  const answer = await topUp(baseUrl, payment.auth, client.payments.length, nextAddress(), signal)
  payment.isAcknowledged = answer.status === 200
}

async function topUp(
  baseUrl: string,
  auth: ReturnType<typeof newAuthorization>,
  spelling: number,
  address: string,
  signal?: AbortSignal,
): Promise<Response> {
  const headers = { ...paymentHeaders(auth, spelling), 'X-Forwarded-For': address }
  return fetch(`${baseUrl}/x402/top-up`, {
    method: 'POST',
    headers,
    ...(signal === undefined ? {} : { signal }),
  })
}

let addresses = 0
/** One address may not top up so often. */
function nextAddress(): string {
  addresses += 1
  return `10.${addresses >> 16}.${(addresses >> 8) & 255}.${addresses & 255}`
}
