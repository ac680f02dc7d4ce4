import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterEach, describe, expect, it } from 'vitest'

import { decodeBase64Json, encodeBase64Json } from '../../../../contract/encoding/bytes.ts'
import { topUpResponseSchema } from '../../../../contract/wallet/balance.ts'
import { BASE_SEPOLIA, SOLANA_DEVNET } from '../../../../contract/wallet/networks.ts'
import { settlementResponseSchema } from '../../../../contract/wallet/payment/payment-payload.ts'
import { paymentRequiredSchema } from '../../../../contract/wallet/payment/payment-required.ts'
import {
  type CrashPoint,
  createPretendChain,
  GOOD_SIGNATURE,
} from '../../../node/payments/testing/pretend-chain.ts'
import { serveTopUps, type TopUpServer } from '../../../node/payments/testing/serve-top-ups.ts'
import { databaseKinds } from '../../../testing/test-databases.ts'
import type { Log } from '../../log.ts'
import type { PaymentRails } from './payment-rails.ts'

const PAY_TO = `0x${'ab'.repeat(20)}`
const HEADER_NAMES = ['PAYMENT-SIGNATURE', 'X-402-Payment', 'X-PAYMENT']

const servers: TopUpServer[] = []
const folders: string[] = []
const kinds = await databaseKinds(() => {
  const folder = mkdtempSync(join(tmpdir(), 'top-up-'))
  folders.push(folder)
  return folder
})
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.stop()))
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true })
})

type Chain = ReturnType<typeof createPretendChain>

/** What a wallet would sign; here the pretend chain takes one signature for good. */
function authorization(over: Record<string, unknown> = {}) {
  return {
    from: `0x${randomBytes(20).toString('hex')}`,
    to: PAY_TO,
    value: '5000000',
    validAfter: '0',
    validBefore: '4000000000',
    nonce: `0x${randomBytes(32).toString('hex')}`,
    ...over,
  }
}

const v2 = (auth: object, over: object = {}) => ({
  x402Version: 2,
  accepted: {
    scheme: 'exact',
    network: BASE_SEPOLIA.id,
    amount: '5000000',
    asset: BASE_SEPOLIA.asset,
    payTo: PAY_TO,
    maxTimeoutSeconds: 300,
    extra: {},
  },
  payload: { signature: GOOD_SIGNATURE, authorization: auth },
  ...over,
})
const flat = (x402Version: 1 | 2, auth: object, network = 'base-sepolia') => ({
  x402Version,
  scheme: 'exact',
  network,
  payload: { signature: GOOD_SIGNATURE, authorization: auth },
})
const pay = (payment: unknown, name = 'PAYMENT-SIGNATURE') => ({
  [name]: encodeBase64Json(payment),
})

/** One payment, 64 times: under each header name, in each layout, and spelled differently. */
function submissionsOf(auth: ReturnType<typeof authorization>): Record<string, string>[] {
  const spellings = [
    v2(auth),
    v2({ ...auth, nonce: `0x${auth.nonce.slice(2).toUpperCase()}` }),
    v2({ ...auth, from: auth.from.toLowerCase() }),
    v2({ ...auth, to: PAY_TO.toUpperCase().replace('0X', '0x') }),
    v2({ ...auth, value: '0005000000' }),
    flat(1, auth),
    flat(2, auth),
    { ...v2(auth), resource: { url: 'http://other.example/paid' }, note: 'x' },
    { ...v2(auth), resource: null, extensions: null },
  ]
  return Array.from({ length: 64 }, (_, index) => {
    const header = encodeBase64Json(spellings[index % spellings.length])
    const name = HEADER_NAMES[index % HEADER_NAMES.length] ?? ''
    return { [name]: index % 2 === 0 ? header : ` ${header.replace(/=+$/, '')} ` }
  })
}

/** From now on no payment can be noted as credited. */
const FULL_DISK: Readonly<Record<string, readonly string[]>> = {
  SQLite: [
    `CREATE TRIGGER full_disk BEFORE UPDATE ON payments WHEN NEW.state = 'credited'
     BEGIN SELECT RAISE(ABORT, 'disk full'); END`,
  ],
  Postgres: [
    `CREATE FUNCTION fail() RETURNS trigger LANGUAGE plpgsql AS
     $$ BEGIN RAISE EXCEPTION 'disk full'; END $$`,
    `CREATE TRIGGER full_disk BEFORE UPDATE ON payments FOR EACH ROW
     WHEN (NEW.state = 'credited') EXECUTE FUNCTION fail()`,
  ],
}

const settlementOf = (response: Response) =>
  settlementResponseSchema.parse(decodeBase64Json(response.headers.get('payment-response') ?? ''))

describe.each(kinds)('top-ups on $name', ({ name, open, newPlace }) => {
  async function start(
    options: { place?: string; deadlineMs?: number; chain?: Chain; log?: Log } = {},
  ) {
    const { chain = createPretendChain(), place, ...rest } = options
    const { name, version } = BASE_SEPOLIA.domain
    const rails: PaymentRails = {
      evm: BASE_SEPOLIA,
      solana: SOLANA_DEVNET,
      rails: [
        {
          network: BASE_SEPOLIA,
          asset: BASE_SEPOLIA.asset,
          payTo: PAY_TO,
          extra: { name, version },
          facilitator: chain.facilitator,
        },
      ],
    }
    const server = await serveTopUps({ rails, database: await open(place), ...rest })
    servers.push(server)
    return { ...server, chain }
  }

  describe('a top-up without a payment', () => {
    it('is a 402 with the ways to pay, the same in body and header', async () => {
      const { post } = await start()
      const response = await post()
      expect(response.status).toBe(402)
      const body: unknown = await response.json()
      expect(decodeBase64Json(response.headers.get('payment-required') ?? '')).toEqual(body)
      expect(Object.keys(Object(body))).toEqual(['x402Version', 'accepts', 'extensions'])
      expect(paymentRequiredSchema.parse(body).accepts).toEqual([
        {
          scheme: 'exact',
          network: BASE_SEPOLIA.id,
          amount: '5000000',
          asset: BASE_SEPOLIA.asset,
          payTo: PAY_TO,
          maxTimeoutSeconds: 300,
          extra: { name: 'USDC', version: '2' },
        },
      ])
    })
  })

  describe('the identifier of a payment', () => {
    const named = (auth: object, id: unknown) =>
      pay(v2(auth, { extensions: { 'payment-identifier': { info: { required: false, id } } } }))

    it('gives the same response again for the same payment, and a 409 for another one', async () => {
      const { post, balance, chain } = await start()
      const id = `pay_${randomBytes(16).toString('hex')}`
      const auth = authorization()
      const [first, again] = [await post(named(auth, id)), await post(named(auth, id))]
      expect([first.status, again.status]).toEqual([200, 200])
      expect(await again.text()).toBe(await first.text())
      const other = authorization({ from: auth.from })
      const taken = await post(named(other, id))
      expect(taken.status).toBe(409)
      expect(await taken.json()).toMatchObject({ error: 'PAYMENT_ID_CONFLICT' })
      expect([await balance(auth.from), chain.transfers]).toEqual([5_000_000, 1])
      // Under a name of its own it is a payment like any other.
      expect((await post(named(other, `${id}2`))).status).toBe(200)
    })

    it('has to be one, where there is any', async () => {
      const { post } = await start()
      for (const id of ['short', 'x'.repeat(129), 'pay_0123456789abc!', 7, ''])
        expect((await post(named(authorization(), id))).status, String(id)).toBe(400)
      expect((await post(named(authorization(), null))).status).toBe(200)
    })
  })

  describe('one payment', () => {
    it.each(HEADER_NAMES)('is credited under the name %s in every layout', async (name) => {
      const { post, balance } = await start()
      const layouts = [
        (auth: object) => v2(auth),
        (auth: object) => flat(1, auth),
        (auth: object) => flat(2, auth),
        (auth: object) => flat(2, auth, BASE_SEPOLIA.id),
      ]
      for (const layout of layouts) {
        const auth = authorization({ value: '12500000' })
        const response = await post(pay(layout(auth), name))
        expect(response.status).toBe(200)
        const { data } = topUpResponseSchema.parse(await response.json())
        expect(data).toMatchObject({
          walletAddress: auth.from,
          amountCredited: 12.5,
          newBalance: 12.5,
        })
        expect(data.paymentId).toMatch(/^x402-/)
        expect(await balance(auth.from)).toBe(12_500_000)
        expect(settlementOf(response)).toMatchObject({
          success: true,
          network: BASE_SEPOLIA.id,
          payer: auth.from,
          transaction: expect.stringMatching(/^0x/),
        })
      }
    })

    it('is one credit for 64 submissions at once, under each name and in other spellings', async () => {
      const { post, balance, chain } = await start()
      const auth = authorization({ from: `0x${'Cd'.repeat(20)}` })
      const submissions = submissionsOf(auth)
      const resume = chain.pause()
      const sent = submissions.map(post)
      let answered = 0
      await new Promise<void>((resolve) => {
        for (const one of sent)
          void one.then(() => (answered += 1) === submissions.length - 1 && resolve())
      })
      resume()
      const first = await Promise.all(sent)
      const statuses = first.map(({ status }) => status)
      expect(statuses.filter((status) => status === 409)).toHaveLength(63)
      expect(statuses).toContain(200)
      const again = await Promise.all(submissions.map(post))
      expect(new Set(again.map(({ status }) => status))).toEqual(new Set([200]))
      const good = [...first.filter(({ status }) => status === 200), ...again]
      expect(new Set(await Promise.all(good.map((one) => one.text()))).size).toBe(1)
      expect([await balance(auth.from.toLowerCase()), chain.transfers]).toEqual([5_000_000, 1])
    })

    it('is one credit each time, in twenty rounds of 64 without any order', async () => {
      const { post, balance, chain } = await start()
      for (let round = 1; round <= 20; round += 1) {
        const auth = authorization()
        const answers = await Promise.all(submissionsOf(auth).map(post))
        expect(answers.every(({ status }) => status === 200 || status === 409)).toBe(true)
        expect([await balance(auth.from), chain.transfers]).toEqual([5_000_000, round])
      }
    })

    it('is refused in base64url, in two different headers and without an object', async () => {
      const { post } = await start()
      const url = Buffer.from(`${JSON.stringify(v2(authorization()))}~~~???>>>`).toString(
        'base64url',
      )
      const [a, b] = [v2(authorization()), v2(authorization())]
      for (const headers of [
        { 'PAYMENT-SIGNATURE': url },
        { ...pay(a), ...pay(b, 'X-PAYMENT') },
        pay([]),
        { 'PAYMENT-SIGNATURE': '' },
      ]) {
        const response = await post(headers)
        expect([headers, response.status]).toEqual([headers, 400])
        expect(await response.json()).toMatchObject({ error: 'INVALID_PAYMENT_FORMAT' })
      }
    })

    it('adds to what the wallet holds, and goes to whoever signed it', async () => {
      const { post } = await start()
      const { from } = authorization()
      const newBalance = async (value: string) => {
        const response = await post(pay(v2(authorization({ from, value }))))
        return topUpResponseSchema.parse(await response.json()).data.newBalance
      }
      expect(await newBalance('5000000')).toBe(5)
      expect(await newBalance('10000000000')).toBe(10_005)
    })
  })

  describe('a payment is refused', () => {
    const asset = `0x${'01'.repeat(20)}`
    it.each([
      ['INVALID_PAYMENT', { x402Version: 3 }],
      ['INVALID_PAYMENT', v2(authorization({ nonce: '0x12' }))],
      ['INVALID_PAYMENT', { ...flat(1, {}), payload: { transaction: 'AAAA' } }],
      ['UNSUPPORTED_SCHEME', { ...flat(1, authorization()), scheme: 'upto' }],
      ['UNSUPPORTED_NETWORK', flat(1, authorization(), 'base')],
      ['UNSUPPORTED_NETWORK', flat(2, authorization(), 'eip155:1')],
      ['UNSUPPORTED_NETWORK', flat(2, authorization(), SOLANA_DEVNET.id)],
      ['UNSUPPORTED_TOKEN', v2(authorization(), { accepted: { ...v2({}).accepted, asset } })],
      ['INVALID_PAYMENT_RECIPIENT', v2(authorization({ to: asset }))],
      ['INVALID_PAYMENT_PAYER', v2(authorization({ from: '0x12' }))],
      ['INVALID_PAYMENT_PAYER', v2(authorization({ from: `0x${'0'.repeat(40)}` }))],
      ['INVALID_PAYMENT_PAYER', v2(authorization({ from: PAY_TO }))],
      ['INVALID_AMOUNT', v2(authorization({ value: '5.5' }))],
      ['INVALID_AMOUNT', v2(authorization({ value: '-5000000' }))],
      ['INVALID_AMOUNT', v2(authorization({ value: 5_000_000 }))],
      ['AMOUNT_TOO_LOW', v2(authorization({ value: '4999999' }))],
      ['AMOUNT_TOO_LOW', v2(authorization({ value: '0' }))],
      ['AMOUNT_TOO_HIGH', v2(authorization({ value: '10000000001' }))],
      ['AMOUNT_TOO_HIGH', v2(authorization({ value: '9'.repeat(78) }))],
    ])('with %s', async (code, payment) => {
      const { post, chain } = await start()
      const response = await post(pay(payment))
      expect(response.status).toBe(400)
      expect(await response.json()).toEqual({
        error: code,
        message: expect.stringMatching(/.{10}/),
      })
      expect(chain.transfers).toBe(0)
    })

    it('when its signature is wrong, and can then be sent with the right one', async () => {
      const { post, balance } = await start()
      const auth = authorization()
      const forged = { ...v2(auth), payload: { signature: '0x1234', authorization: auth } }
      const response = await post(pay(forged))
      expect(response.status).toBe(400)
      expect(await response.json()).toMatchObject({
        error: 'PAYMENT_VERIFICATION_FAILED',
        details: { reason: 'invalid_exact_evm_signature' },
      })
      expect(settlementOf(response)).toMatchObject({
        success: false,
        transaction: '',
        errorReason: 'invalid_exact_evm_signature',
      })
      expect((await post(pay(v2(auth)))).status).toBe(200)
      expect(await balance(auth.from)).toBe(5_000_000)
    })

    it('when nobody can be paid here', async () => {
      const server = await serveTopUps({
        rails: { evm: BASE_SEPOLIA, solana: SOLANA_DEVNET, rails: [] },
      })
      servers.push(server)
      const response = await server.post()
      expect(response.status).toBe(503)
      expect(await response.json()).toMatchObject({ error: 'X402_NOT_CONFIGURED' })
    })
  })

  describe('whatever happens on the chain', () => {
    it('a payment that somebody else carried out is credited, once', async () => {
      const { post, balance, chain } = await start()
      const auth = authorization()
      chain.preempt({ nonce: auth.nonce, amount: 5_000_000 })
      // A false claim about it, first: it is refused and spoils nothing.
      const claim = await post(pay(v2({ ...auth, value: '10000000000' })))
      expect(claim.status).toBe(402)
      expect(await balance(auth.from)).toBe(0)
      expect((await post(pay(v2(auth)))).status).toBe(200)
      expect((await post(pay(v2(auth)))).status).toBe(200)
      expect(await balance(auth.from)).toBe(5_000_000)
    })

    it('a cancelled authorization is a failed settlement', async () => {
      const { post, balance, chain } = await start()
      const auth = authorization()
      chain.cancel(auth.nonce)
      const response = await post(pay(v2(auth)))
      expect(response.status).toBe(402)
      expect(await response.json()).toMatchObject({
        error: 'SETTLEMENT_FAILED',
        details: { reason: 'authorization_canceled' },
      })
      expect(settlementOf(response).success).toBe(false)
      expect(await balance(auth.from)).toBe(0)
    })

    it('a settlement that failed after it was sent may still land: a 504, and the same payment works later', async () => {
      const { post, balance, chain } = await start()
      const auth = authorization()
      chain.refuseSettlement('invalid_exact_evm_transaction_failed')
      const response = await post(pay(v2(auth)))
      expect(response.status).toBe(504)
      expect(await response.json()).toMatchObject({ error: 'SETTLEMENT_TIMEOUT' })
      expect(settlementOf(response)).toMatchObject({ errorReason: 'settlement_pending' })
      // What was submitted is bound to what was signed then.
      expect((await post(pay(v2({ ...auth, value: '6000000' })))).status).toBe(409)
      // What its facilitator refuses to verify now may be on its way all the same.
      const forged = { ...v2(auth), payload: { signature: '0x1234', authorization: auth } }
      expect((await post(pay(forged))).status).toBe(504)
      chain.refuseSettlement(undefined)
      expect((await post(pay(v2(auth)))).status).toBe(200)
      expect(await balance(auth.from)).toBe(5_000_000)
    })

    it('a settlement that landed after it was called failed is credited by itself', async () => {
      const { post, balance, chain, topUps } = await start()
      const auth = authorization()
      chain.refuseSettlement('transaction_not_confirmed')
      expect((await post(pay(v2(auth)))).status).toBe(504)
      chain.preempt({ nonce: auth.nonce, amount: 5_000_000 })
      await topUps.recheck()
      expect(await balance(auth.from)).toBe(5_000_000)
      expect((await post(pay(v2(auth)))).status).toBe(200)
    })

    it('a settlement that takes too long is a 504, goes on, and is credited', async () => {
      const { post, balance, chain, topUps } = await start({ deadlineMs: 20 })
      const auth = authorization()
      const resume = chain.pause()
      const response = await post(pay(v2(auth)))
      expect(response.status).toBe(504)
      expect(await response.json()).toMatchObject({ error: 'SETTLEMENT_TIMEOUT' })
      expect(settlementOf(response)).toMatchObject({ errorReason: 'settlement_pending' })
      // It may answer before the payment is in its book.
      await expect.poll(() => topUps.hasOpen(auth.from)).toBe(true)
      expect((await post(pay(v2(auth)))).status).toBe(409)
      resume()
      await topUps.idle()
      expect(await balance(auth.from)).toBe(5_000_000)
      expect((await post(pay(v2(auth)))).status).toBe(200)
    })

    it('a settlement that fails after its client was told that it may still land is in the log', async () => {
      const lines: unknown[] = []
      const log: Log = (level, message, fields) => void lines.push([level, message, fields])
      const { post, chain, store, topUps } = await start({ deadlineMs: 20, log })
      store.credit = () => Promise.reject(new Error('the disk is full'))
      const resume = chain.pause()
      expect((await post(pay(v2(authorization())))).status).toBe(504)
      resume()
      await topUps.idle()
      const fields = { payment: expect.stringMatching(/^x402-/), error: 'the disk is full' }
      expect(lines).toContainEqual(['error', 'a payment could not be settled', fields])
    })

    it('a failure between the book and the ledger keeps neither, and is made good', async () => {
      const { post, balance, chain, database, topUps } = await start()
      const auth = authorization()
      for (const step of FULL_DISK[name] ?? []) await database.read(step)
      expect((await post(pay(v2(auth)))).status).toBe(500)
      expect(await balance(auth.from)).toBe(0)
      await database.read(
        name === 'SQLite' ? 'DROP TRIGGER full_disk' : 'DROP TRIGGER full_disk ON payments',
      )
      await topUps.recheck()
      expect(await balance(auth.from)).toBe(5_000_000)
      expect((await post(pay(v2(auth)))).status).toBe(200)
      expect([await balance(auth.from), chain.transfers]).toEqual([5_000_000, 1])
    })
  })

  describe('a crash', () => {
    const afterRestart: Record<CrashPoint, number> = {
      received: 0,
      verified: 0,
      submitted: 0,
      broadcast: 5_000_000,
    }
    it.each(Object.entries(afterRestart) as [CrashPoint, number][])(
      'right after "%s" pays once and credits once',
      async (point, credited) => {
        const place = await newPlace()
        const chain = createPretendChain()
        const first = await start({ place, chain })
        const auth = authorization()
        chain.crashAt(point)
        const lost = first.post(pay(v2(auth))).catch(() => undefined)
        await chain.crashed()
        chain.crashAt(undefined)
        await servers.splice(0)[0]?.stop()
        expect(await lost).toBeUndefined()

        // Before anything was asked of it, the new one knows what had happened.
        const second = await start({ place, chain })
        expect(await second.balance(auth.from)).toBe(credited)
        const replays = await Promise.all(
          Array.from({ length: 8 }, () => second.post(pay(v2(auth)))),
        )
        expect(replays.map(({ status }) => status)).toContain(200)
        expect((await second.post(pay(v2(auth)))).status).toBe(200)
        expect([await second.balance(auth.from), chain.transfers]).toEqual([5_000_000, 1])
      },
    )

    it('after the credit answers the same body as before', async () => {
      const place = await newPlace()
      const chain = createPretendChain()
      const auth = authorization()
      const first = await start({ place, chain })
      const body = await (await first.post(pay(v2(auth)))).text()
      await servers.splice(0)[0]?.stop()
      const second = await start({ place, chain })
      expect(await (await second.post(pay(v2(auth), 'X-PAYMENT'))).text()).toBe(body)
      expect([await second.balance(auth.from), chain.transfers]).toEqual([5_000_000, 1])
    })
  })
})
