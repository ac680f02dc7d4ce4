import { expect, it } from 'vitest'

import type { Transaction } from '../../../../contract/wallet/balance.ts'
import type { PaymentIntent } from '../../storage/payments/payment-intent.ts'
import { activityDays, chargesOf, dailyCharges, spendingBy, transactionsCsv } from './spending.ts'

const charge = (id: string, amount: number, day: string, modelId: string): Transaction => ({
  id,
  amount,
  type: 'CHARGE',
  createdAt: `${day}T10:00:00.000Z`,
  modelId,
})

const transactions: Transaction[] = [
  charge('3', -0.1, '2026-11-20', 'b'),
  charge('2', -0.2, '2026-11-20', 'a'),
  charge('1', -0.3, '2026-11-19', 'a'),
  { id: '0', amount: 10, type: 'TOP_UP', createdAt: '2026-11-19T09:00:00.000Z', modelId: null },
]

it('adds charges up by day and by model, takes refunds off, and leaves top-ups out', () => {
  const refund = { ...charge('4', 0.05, '2026-11-20', 'a'), type: 'REFUND', modelId: null }
  const rows = chargesOf([refund, ...transactions], { id: 'c', name: 'Local' })
  const sums = (group: 'day' | 'model') =>
    spendingBy(group, rows, new Map()).map(({ name, microUsd }) => [name, microUsd])
  expect(sums('day')).toEqual([
    ['2026-11-20', 250_000],
    ['2026-11-19', 300_000],
  ])
  expect(sums('model')).toEqual([
    ['a', 500_000],
    ['b', 100_000],
    ['Refunds', -50_000],
  ])
})

it('lists payments and transactions by day, the latest first, with what the day cost', () => {
  const payment = { id: 'p', createdAt: Date.parse('2026-11-20T12:00:00Z') } as PaymentIntent
  const spent = {
    day: '2026-11-20',
    connectionId: 'c',
    connectionName: 'Local',
    model: 'a',
    conversationId: '',
    microUsd: 30,
    requests: 1,
  }
  const days = activityDays(
    [spent, { ...spent, model: 'b', microUsd: 7, estimatedMicroUsd: 7 }],
    [payment],
    transactions,
  )
  expect(
    days.map(({ day, microUsd, estimatedMicroUsd, rows }) => [
      day,
      microUsd,
      estimatedMicroUsd,
      rows.map((row) => (row.kind === 'payment' ? row.payment.id : row.transaction.id)),
    ]),
  ).toEqual([
    ['2026-11-20', 37, 7, ['p', '3', '2']],
    ['2026-11-19', 0, 0, ['1', '0']],
  ])
})

it('writes a CSV that keeps its cells and runs no formula', () => {
  const [, row] = transactionsCsv([
    { ...charge('=1+1', -0.1, '2026-11-20', 'a "b", c'), balanceAfter: 9.9, requestId: null },
  ]).split('\r\n')
  expect(row).toBe(`2026-11-20T10:00:00.000Z,CHARGE,-0.1,9.9,"a ""b"", c",,'=1+1`)
  for (const id of ['=cmd', '+1', '-1', '@x', '\tx'])
    expect(transactionsCsv([charge(id, -1, '2026-11-20', 'm')])).toContain(`,'${id}\r\n`)
})

it('adds up by day what a balance went down by, and leaves out top-ups and what is older', () => {
  const noon = new Date(2026, 10, 20, 12).getTime()
  const day = 86_400_000
  const readings = [
    { at: noon - 9 * day, microUsd: 9_000_000 },
    { at: noon - 8 * day, microUsd: 1_000_000 },
    { at: noon - 6 * day, microUsd: 900_000 },
    { at: noon - day, microUsd: 5_900_000 },
    { at: noon - 60_000, microUsd: 5_800_000 },
    { at: noon, microUsd: 5_500_000 },
  ]
  expect(dailyCharges(readings, noon)).toEqual([100_000, 0, 0, 0, 0, 0, 400_000])
  expect(dailyCharges(readings.slice(-1), noon)).toEqual([0, 0, 0, 0, 0, 0, 0])
})
