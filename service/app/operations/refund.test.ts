import { afterEach, expect, it, vi } from 'vitest'

import { transactionsResponseSchema } from '../../../contract/wallet/balance.ts'
import { createLedger } from '../../node/storage/sql-ledger.ts'
import { ORIGIN_WITHOUT_PORT, serviceWithoutPort } from '../../testing/service-without-port.ts'
import { evmWallet, signInHeaders } from '../../testing/test-wallets.ts'
import { walletOwner } from '../money/payments/payment-store.ts'

afterEach(() => {
  vi.useRealTimers()
})

it('a refund is one row, of the request that was charged and of no model', async () => {
  const service = serviceWithoutPort()
  const wallet = evmWallet()
  const owner = walletOwner(wallet.address.toLowerCase())
  const credit = { reference: 'g', owner, microUsd: 5_000_000, microDiem: 0 }
  await createLedger(service.database).grant(credit)
  const ask = async (path: string, body?: object) => {
    const response = await service.request(`/api/v1${path}`, {
      headers: {
        ...(await signInHeaders(wallet, ORIGIN_WITHOUT_PORT)),
        'Content-Type': 'application/json',
      },
      ...(body && { method: 'POST', body: JSON.stringify(body) }),
    })
    expect(response.status).toBe(200)
    return response.json()
  }
  const { queue_id } = await ask('/video/queue', { prompt: '/fail' })
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 5000 })
  for (const _ of [1, 2]) await ask('/video/retrieve', { queue_id })
  const { data } = transactionsResponseSchema.parse(
    await ask(`/x402/transactions/${wallet.address}`),
  )
  const [refund, charge, topUp] = data.transactions
  expect([topUp?.type, charge?.type]).toEqual(['TOP_UP', 'CHARGE'])
  expect(refund).toMatchObject({
    type: 'REFUND',
    amount: 0.05,
    modelId: null,
    requestId: charge?.requestId,
  })
  await service.close()
})
