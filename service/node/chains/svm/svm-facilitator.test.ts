import {
  generateKeyPairSigner,
  signature,
  type KeyPairSigner,
  type TokenBalance,
} from '@solana/kit'
import { x402Facilitator } from '@x402/core/facilitator'
import type { PaymentPayload, PaymentRequirements } from '@x402/core/types'
import { ExactSvmScheme as FacilitatorScheme } from '@x402/svm/exact/facilitator'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'

import { startSvmBench } from '../testing/svm-bench.ts'

describe.each(['test', 'mainnet'] as const)(
  'x402 on the embedded Solana chain, %s ids',
  (networkIds) => {
    let bench: Awaited<ReturnType<typeof startSvmBench>>
    let facilitator: x402Facilitator
    let payer: KeyPairSigner
    const newFacilitator = () =>
      new x402Facilitator().register(
        bench.rail.network,
        new FacilitatorScheme(bench.chain.facilitator),
      )
    beforeAll(async () => {
      // The facilitator tells the console of every transaction that it refuses.
      vi.spyOn(console, 'error').mockImplementation(() => undefined)
      bench = await startSvmBench({ networkIds })
      facilitator = newFacilitator()
      payer = await bench.payer()
    })
    afterAll(async () => {
      vi.restoreAllMocks()
      await bench.stop()
    })

    it('verifies and settles a payment, and refuses it the second time', async () => {
      const { rail, chain } = bench
      bench.server.methods.length = 0
      const payment = await bench.pay(payer)
      expect(bench.server.methods).toEqual(['getAccountInfo', 'getLatestBlockhash'])
      const before = [await bench.balanceOf(payer.address), await bench.balanceOf(chain.payTo)]
      expect(await facilitator.verify(payment, rail)).toMatchObject({ isValid: true })
      expect(await facilitator.settle(payment, rail)).toMatchObject({
        success: true,
        payer: payer.address,
      })
      const after = [await bench.balanceOf(payer.address), await bench.balanceOf(chain.payTo)]
      expect(after).toEqual([(before[0] ?? 0n) - 5_000_000n, (before[1] ?? 0n) + 5_000_000n])
      expect(await facilitator.settle(payment, rail)).toMatchObject({ success: false })
      // One that has forgotten everything is stopped by the chain.
      const forgetful = newFacilitator()
      expect(await forgetful.verify(payment, rail)).toMatchObject({ isValid: false })
      expect((await forgetful.settle(payment, rail)).success).toBe(false)
      expect(await bench.balanceOf(chain.payTo)).toBe(after[1])
    })

    it('refuses whatever differs from what was signed and asked', async () => {
      const { rail, chain } = bench
      const payment = await bench.pay(payer)
      const other = await generateKeyPairSigner()
      await chain.mint(other.address, 1n)
      const poor = await bench.payer(10n)
      const flip = (position: number): PaymentPayload => {
        const bytes = Buffer.from(String(payment.payload['transaction']), 'base64')
        const index = position < 0 ? bytes.length + position : position
        bytes[index] = (bytes[index] ?? 0) ^ 1
        return { ...payment, payload: { transaction: bytes.toString('base64') } }
      }
      const extra = (over: object) => ({ ...rail, extra: { ...rail.extra, ...over } })
      const noAccount = (await generateKeyPairSigner()).address
      const cases: [string, PaymentPayload, PaymentRequirements][] = [
        ['a flipped signature', flip(1 + 64 + 5), rail],
        ['a flipped message', flip(-3), rail],
        ['another amount asked', payment, { ...rail, amount: '6000000' }],
        ['another payTo asked', payment, { ...rail, payTo: other.address }],
        ['another mint asked', payment, { ...rail, asset: other.address }],
        ['another fee payer asked', payment, extra({ feePayer: other.address })],
        [
          'a fee payer of the client’s',
          await bench.pay(payer, extra({ feePayer: other.address })),
          rail,
        ],
        ['a memo asked', payment, extra({ memo: 'order-7' })],
        ['an empty wallet', await bench.pay(poor), rail],
        [
          'a receiver without an account',
          await bench.pay(payer, { payTo: noAccount }),
          { ...rail, payTo: noAccount },
        ],
        ['no transaction', { ...payment, payload: { transaction: 'AAAA' } }, rail],
        ['another network', payment, { ...rail, network: 'solana:other' }],
      ]
      const before = await bench.balanceOf(chain.payTo)
      for (const [name, payload, requirements] of cases) {
        const verified = await facilitator
          .verify(payload, requirements)
          .catch(() => ({ isValid: false }))
        expect(verified.isValid, name).toBe(false)
        const settled = await facilitator
          .settle(payload, requirements)
          .catch(() => ({ success: false }))
        expect(settled.success, name).toBe(false)
      }
      expect(await bench.balanceOf(chain.payTo)).toBe(before)
    })

    it('refuses a payment whose blockhash has expired', async () => {
      const payment = await bench.pay(payer)
      bench.turnForward(55_000)
      expect(await facilitator.verify(payment, bench.rail)).toMatchObject({ isValid: true })
      bench.turnForward(10_000)
      expect(await facilitator.verify(payment, bench.rail)).toMatchObject({ isValid: false })
    })

    it('settles one payment once when two facilitators try together', async () => {
      const payment = await bench.pay(payer)
      const before = await bench.balanceOf(bench.chain.payTo)
      const race = await Promise.all([
        newFacilitator().settle(payment, bench.rail),
        newFacilitator().settle(payment, bench.rail),
      ])
      expect(race.filter(({ success }) => success)).toHaveLength(1)
      expect(await bench.balanceOf(bench.chain.payTo)).toBe(before + 5_000_000n)
    })

    it('lets a payment be found by its memo', async () => {
      const { rail, rpc, chain } = bench
      const asked = { ...rail, extra: { ...rail.extra, memo: 'order-7' } }
      const payment = await bench.pay(payer, asked)
      const settled = await facilitator.settle(payment, asked)
      expect(settled).toMatchObject({ success: true })
      const found = await rpc.getSignaturesForAddress(payer.address, { limit: 1 }).send()
      expect(found).toMatchObject([
        { signature: settled.transaction, memo: '[7] order-7', err: null },
      ])
      const transaction = await rpc
        .getTransaction(signature(settled.transaction), {
          encoding: 'jsonParsed',
          maxSupportedTransactionVersion: 0,
        })
        .send()
      const received = (balances: readonly TokenBalance[] | undefined) =>
        BigInt(balances?.find(({ owner }) => owner === chain.payTo)?.uiTokenAmount.amount ?? 0)
      const meta = transaction?.meta
      expect(received(meta?.postTokenBalances) - received(meta?.preTokenBalances)).toBe(5_000_000n)
      expect(transaction?.transaction.message.instructions).toContainEqual(
        expect.objectContaining({ program: 'spl-memo', parsed: 'order-7' }),
      )
    })
  },
)
