import { createSolanaRpcFromTransport, type RpcTransport } from '@solana/kit'
import { encodePaymentSignatureHeader } from '@x402/core/http'
import type { FacilitatorSvmSigner } from '@x402/svm'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'

import { readPayment } from '../../app/money/payments/read-payment.ts'
import { startSvmBench } from '../chains/testing/svm-bench.ts'
import { embeddedRails } from '../node-adapters.ts'
import { createSvmFacilitator } from './svm-facilitator.ts'

type Bench = Awaited<ReturnType<typeof startSvmBench>>

let bench: Bench
beforeAll(async () => {
  bench = await startSvmBench()
})
afterAll(() => bench.stop())
afterEach(() => {
  vi.restoreAllMocks()
})

const broken = () => Promise.reject(new Error('out of order'))

async function payment() {
  const header = encodePaymentSignatureHeader(await bench.pay(await bench.payer()))
  return readPayment(header, embeddedRails(bench.chains).rails)
}

describe('a settlement on Solana', () => {
  it.each<[keyof FacilitatorSvmSigner, string, number]>([
    ['signTransaction', 'signing_failed', 0],
    ['sendTransaction', 'transaction_failed', 1],
    ['confirmTransaction', 'transaction_not_confirmed', 1],
  ])('whose %s fails says so, and prints nothing', async (step, reason, submissions) => {
    const printed = [vi.spyOn(console, 'error'), vi.spyOn(console, 'warn')]
    const { rail, payment: paid } = await payment()
    const settled = { confirmTransaction: () => Promise.resolve() }
    const signer = { ...bench.chain.facilitator, ...settled, [step]: broken }
    const chain = { ...bench.chain, facilitator: signer }
    const facilitator = createSvmFacilitator(rail, async () => chain)
    const submitted: unknown[] = []
    const settlement = await facilitator.settle(paid, async (transaction) => {
      submitted.push(transaction)
    })
    expect(settlement).toEqual({ ok: false, reason })
    expect(submitted).toHaveLength(submissions)
    for (const spy of printed) expect(spy).not.toHaveBeenCalled()
  })

  it('that cannot be written down beforehand is not sent, and prints nothing', async () => {
    const printed = vi.spyOn(console, 'error')
    const { rail, payment: paid } = await payment()
    const sendTransaction = vi.fn<() => Promise<never>>(broken)
    const chain = { ...bench.chain, facilitator: { ...bench.chain.facilitator, sendTransaction } }
    const settlement = await createSvmFacilitator(rail, async () => chain).settle(paid, () => {
      throw new Error('the disk is full')
    })
    expect(settlement).toMatchObject({ ok: false, reason: 'transaction_failed' })
    expect(sendTransaction).not.toHaveBeenCalled()
    expect(printed).not.toHaveBeenCalled()
  })
})

it('a payment that lands with the last block that it could is not called dead', async () => {
  const { rail, payment: paid } = await payment()
  // What is asked first is answered as of before that block, the rest as of after it.
  let hasLanded = false
  const transport = (async ({ payload }: { payload: unknown }) => {
    const status = { err: null, confirmationStatus: 'finalized', confirmations: null, slot: 1 }
    const value = JSON.stringify(payload).includes('isBlockhashValid')
      ? !hasLanded
      : [hasLanded ? status : null]
    hasLanded = true
    return { jsonrpc: '2.0', id: 1, result: { context: { slot: 1 }, value } }
  }) as RpcTransport
  const client = createSolanaRpcFromTransport(transport)
  const facilitator = createSvmFacilitator(rail, async () => ({ ...bench.chain, client }))
  const transaction = '1'.repeat(64)
  expect(await facilitator.find({ ...paid, transaction })).toEqual({
    state: 'transferred',
    transaction,
  })
})
