import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'

import { afterEach, describe, expect, it } from 'vitest'

import { encodeBase64Json } from '../../../contract/encoding/bytes.ts'
import { BASE } from '../../../contract/wallet/networks.ts'
import { remoteRails } from '../node-adapters.ts'
import { serveTopUps } from './testing/serve-top-ups.ts'

const PAY_TO = `0x${'ab'.repeat(20)}`
const PAYER = `0x${'cd'.repeat(20)}`
const TRANSACTION = `0x${'12'.repeat(32)}`

const endings: (() => Promise<unknown> | void)[] = []
afterEach(async () => {
  for (const end of endings.splice(0).toReversed()) await end()
})

/** A facilitator that answers what it is told to, in order, and keeps what it was asked. */
async function startFacilitator(answers: { verify?: object[]; settle?: object[] }) {
  const asked: { path: string; body: unknown }[] = []
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      const path = request.url ?? ''
      asked.push({ path, body: JSON.parse(body) })
      const answer = (path === '/verify' ? answers.verify : answers.settle)?.shift()
      response
        .writeHead(answer === undefined ? 500 : 200, { 'content-type': 'application/json' })
        .end(JSON.stringify(answer ?? {}))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  endings.push(() => {
    server.close()
    server.closeAllConnections()
  })
  const { port } = server.address() as AddressInfo
  return { asked, url: `http://127.0.0.1:${port}` }
}

async function start(url: string, folder?: string) {
  const rails = remoteRails('mainnet', {
    url,
    payToEvm: PAY_TO,
    payToSolana: undefined,
    solanaFeePayer: undefined,
  })
  const server = await serveTopUps({ rails, ...(folder === undefined ? {} : { folder }) })
  return server
}

const SIGNATURE = `0x${'11'.repeat(65)}`
const paymentWith = (changes: Record<string, string>, signature = SIGNATURE) => ({
  'PAYMENT-SIGNATURE': encodeBase64Json({
    x402Version: 2,
    scheme: 'exact',
    network: 'base',
    payload: {
      signature,
      authorization: {
        from: PAYER,
        to: PAY_TO,
        value: '7000000',
        validAfter: '0',
        validBefore: '4000000000',
        nonce: `0x${'22'.repeat(32)}`,
        ...changes,
      },
    },
  }),
})
const payment = paymentWith({})

const good = { isValid: true, payer: PAYER }
const settled = { success: true, transaction: TRANSACTION, network: BASE.id, payer: PAYER }
const failed = (errorReason: string) => ({
  success: false,
  errorReason,
  transaction: '',
  network: BASE.id,
})

describe('payments through a facilitator elsewhere', () => {
  it('are put to it with this service’s own requirement for what was signed', async () => {
    const { asked, url } = await startFacilitator({ verify: [good], settle: [settled] })
    const server = await start(url)
    endings.push(server.stop)
    expect((await server.post(payment)).status).toBe(200)
    expect((await server.post(payment)).status).toBe(200)
    expect(await server.balance(PAYER)).toBe(7_000_000)
    expect(asked.map(({ path }) => path)).toEqual(['/verify', '/settle'])
    expect(asked[1]?.body).toMatchObject({
      paymentRequirements: {
        network: BASE.id,
        asset: BASE.asset,
        payTo: PAY_TO,
        amount: '7000000',
        extra: BASE.domain,
      },
      paymentPayload: { x402Version: 2, accepted: { payTo: PAY_TO, amount: '7000000' } },
    })
  })

  it('that are pending are a 504, and the same payment asks again, after a restart too', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'remote-'))
    endings.push(() => rmSync(folder, { recursive: true }))
    const { asked, url } = await startFacilitator({
      verify: [good],
      settle: [failed('settlement_pending'), failed('nonce_already_used'), settled],
    })
    const first = await start(url, folder)
    expect((await first.post(payment)).status).toBe(504)
    await first.stop()
    const second = await start(url, folder)
    endings.push(second.stop)
    // It may have been carried out: nothing that could be taken for "pay again" is said.
    expect((await second.post(payment)).status).toBe(504)
    expect(await second.topUps.hasOpen(PAYER)).toBe(true)
    expect((await second.post(payment)).status).toBe(200)
    expect((await second.post(payment)).status).toBe(200)
    expect(await second.balance(PAYER)).toBe(7_000_000)
    expect(asked.map(({ path }) => path)).toEqual(['/verify', '/settle', '/settle', '/settle'])
  })

  it('that it says have failed after they were put to it may still land', async () => {
    const { url } = await startFacilitator({
      verify: [good],
      settle: [failed('transaction_not_confirmed'), settled],
    })
    const server = await start(url)
    endings.push(server.stop)
    expect((await server.post(payment)).status).toBe(504)
    expect((await server.post(payment)).status).toBe(200)
    expect(await server.balance(PAYER)).toBe(7_000_000)
  })

  it.each<[string, object]>([
    ['another network', { network: 'eip155:1' }],
    ['no network', { network: '' }],
    ['another payer', { payer: PAY_TO }],
    ['another amount', { amount: '1' }],
    ['no transaction', { transaction: '' }],
  ])('that it says were settled with %s are not credited, and asked for again', async (_, lie) => {
    const { url } = await startFacilitator({
      verify: [good],
      settle: [
        { ...settled, ...lie },
        { ...settled, network: 'base', amount: '7000000' },
      ],
    })
    const server = await start(url)
    endings.push(server.stop)
    expect((await server.post(payment)).status).toBe(504)
    expect(await server.balance(PAYER)).toBe(0)
    expect((await server.post(payment)).status).toBe(200)
    expect(await server.balance(PAYER)).toBe(7_000_000)
  })

  it.each<[string, object]>([
    ['are too late', paymentWith({ validBefore: '1700000000' })],
    ['are too early', paymentWith({ validAfter: '3900000000' })],
    ['nobody signed', paymentWith({}, '0x')],
  ])('that %s are refused without it', async (_, hopeless) => {
    const { asked, url } = await startFacilitator({ verify: [good], settle: [settled] })
    const server = await start(url)
    endings.push(server.stop)
    const refused = await server.post(hopeless as typeof payment)
    expect(refused.status).toBe(400)
    expect(await refused.json()).toMatchObject({ error: 'PAYMENT_VERIFICATION_FAILED' })
    expect(asked).toEqual([])
    // A signature that is right is taken all the same.
    expect((await server.post(payment)).status).toBe(200)
  })

  it('that it refuses or cannot be asked about are told apart', async () => {
    const { url } = await startFacilitator({
      verify: [{ isValid: false, invalidReason: 'insufficient_funds' }],
    })
    const server = await start(url)
    endings.push(server.stop)
    const refused = await server.post(payment)
    expect(refused.status).toBe(400)
    expect(await refused.json()).toMatchObject({ details: { reason: 'insufficient_funds' } })
    const unreachable = await server.post(payment)
    expect(unreachable.status).toBe(503)
    expect(await server.topUps.hasOpen(PAYER)).toBe(false)
  })
})
