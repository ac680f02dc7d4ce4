import 'fake-indexeddb/auto'
import { expect, it } from 'vitest'

import type { PaymentPlan } from './payment-intent.ts'
import { findPayment, listPayments, openPayment, recordPayment } from './payment-journal.ts'

const plan = (id: string, change: Partial<PaymentPlan> = {}): PaymentPlan => ({
  id,
  origin: 'http://127.0.0.1:4310',
  baseUrl: 'http://127.0.0.1:4310/api/v1',
  providerName: 'vendor',
  wallet: '0xA1',
  walletName: 'Practice wallet',
  network: 'eip155:84532',
  asset: '0x01',
  payTo: '0x02',
  amountMicroUsd: 5_000_000,
  requirementHash: 'ab',
  headerName: 'PAYMENT-SIGNATURE',
  createdAt: Number(id),
  ...change,
})

it('opens one payment of a wallet at a time, whoever asks at once', async () => {
  const results = await Promise.all(
    [1, 2, 3, 4, 5, 6, 7, 8].map((id) => openPayment(plan(String(id)), 8)),
  )
  expect(results.filter((result) => 'state' in result)).toHaveLength(1)
  expect(await listPayments()).toHaveLength(1)
})

it('refuses what was confirmed before another payment was made', async () => {
  const wallet = '0xB2'
  await openPayment(plan('100', { wallet }), 100)
  await recordPayment('100', {
    type: 'ended',
    end: { state: 'expired', at: 101, provedBy: 'not signed' },
  })
  expect(await openPayment(plan('103', { wallet }), 99)).toMatchObject({
    reason: 'changed meanwhile',
  })
  expect(await openPayment(plan('103', { wallet }), 102)).toMatchObject({ state: 'intent' })
})

it('gives nothing back for an event that cannot happen, and changes nothing', async () => {
  const wallet = '0xC3'
  await openPayment(plan('200', { wallet }), 200)
  expect(await recordPayment('200', { type: 'sending', at: 1 })).toBeUndefined()
  expect(await findPayment('200')).toMatchObject({ state: 'intent' })
  expect(await recordPayment('none', { type: 'sending', at: 1 })).toBeUndefined()
})
