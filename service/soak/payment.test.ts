import { mkdtempSync } from 'node:fs'
import { join } from 'node:path'

import { afterAll, describe, expect, it } from 'vitest'

import {
  newAuthorization,
  PAY_TO,
  paymentHeaders,
} from '../node/payments/testing/signed-payment.ts'
import { startStandInFacilitator } from '../node/payments/testing/stand-in-facilitator.ts'
import { builtService } from '../testing/built-service.ts'
import { startPostgres } from '../testing/postgres-server.ts'
import { startRedis } from '../testing/redis-server.ts'
import { type ServiceProcess, startServiceProcess } from '../testing/service-process.ts'
import { report, soakSize } from './soak-size.ts'

const ROUNDS = soakSize('PAYMENTS', 6)
const SUBMISSIONS = 64
/** In every third round the service is started anew between the two waves. */
const RESTART_EVERY = 3

const built = builtService()
const postgres = await startPostgres()
const redis = await startRedis()
afterAll(async () => {
  await Promise.all([postgres?.stop(), redis?.stop()])
})

const kinds = [
  { kind: 'one process with SQLite', processes: 1, stores: () => Promise.resolve({}) },
  ...(postgres === undefined || redis === undefined
    ? []
    : [
        {
          kind: 'two processes with Postgres and Redis',
          processes: 2,
          stores: async () => ({
            DATABASE_URL: await postgres.newDatabase(),
            REDIS_URL: redis.url,
          }),
        },
      ]),
]

describe.each(kinds)('$kind', ({ kind, processes, stores }) => {
  it(
    `credits each of ${ROUNDS} payments once, sent ${SUBMISSIONS} times at once in other spellings`,
    { timeout: 120_000 + ROUNDS * 30_000 },
    async () => {
      const facilitator = await startStandInFacilitator(3)
      const data = mkdtempSync(join(built.folder(), 'payments-'))
      const env = {
        ...(await stores()),
        HOME: built.folder(),
        VENDOR_FACILITATOR_URL: facilitator.url,
        VENDOR_PAY_TO_EVM: PAY_TO,
      }
      const start = (index: number) =>
        startServiceProcess(built.entry(), ['--data', join(data, `${index}`), '--trust-proxy'], env)
      const running: ServiceProcess[] = []
      for (let index = 0; index < processes; index += 1) running.push(await start(index))

      let addresses = 0
      const send = (auth: ReturnType<typeof newAuthorization>) =>
        Promise.all(
          Array.from({ length: SUBMISSIONS }, async (_, index) => {
            addresses += 1
            const address = `10.${addresses >> 16}.${(addresses >> 8) & 255}.${addresses & 255}`
            const answer = await fetch(`${running[index % processes]?.baseUrl}/x402/top-up`, {
              method: 'POST',
              headers: { ...paymentHeaders(auth, index), 'X-Forwarded-For': address },
            }).catch(() => undefined)
            return { status: answer?.status ?? 0, body: (await answer?.text()) ?? '' }
          }),
        )
      const started = performance.now()
      let restarts = 0
      for (let round = 1; round <= ROUNDS; round += 1) {
        const auth = newAuthorization()
        const wave = send(auth)
        if (round % RESTART_EVERY === 0) {
          const index = restarts % processes
          restarts += 1
          await running[index]?.kill()
          running[index] = await start(index)
        }
        const first = await wave
        expect(first.map(({ status }) => [0, 200, 409].includes(status))).not.toContain(false)
        const again = await send(auth)
        // A killed process may have left it open; then one of these carried it on, and the others had to wait.
        const last = round % RESTART_EVERY === 0 ? await send(auth) : again
        expect(new Set(last.map(({ status }) => status))).toEqual(new Set([200]))
        const good = [...first, ...again, ...last].filter(({ status }) => status === 200)
        expect(new Set(good.map(({ body }) => body)).size).toBe(1)
        expect(JSON.parse(last[0]?.body ?? '')).toMatchObject({
          data: { walletAddress: auth.from, amountCredited: 5, newBalance: 5 },
        })
        expect(facilitator.transfers.size).toBe(round)
      }
      await Promise.all(running.map((one) => one.kill()))
      await facilitator.stop()
      report(`one payment, one credit: ${kind}`, {
        payments: ROUNDS,
        submissionsAtOnce: SUBMISSIONS,
        submissions: addresses,
        restarts,
        credits: ROUNDS,
        seconds: Math.round((performance.now() - started) / 1000),
      })
    },
  )
})
