import { expect, test } from 'vitest'

import type { Failure } from '../../../../contract/errors/failure.ts'
import type { BalanceReading } from '../../storage/payments/payment-database.ts'
import { diemFirstText, diemHeld, holdsBackTopUp, lacksBalance } from './diem.ts'

const reading = (more: Partial<BalanceReading>): BalanceReading => ({
  owner: 'o',
  at: 1,
  microUsd: 0,
  source: 'balance',
  ...more,
})

test('the DIEM of a wallet is by the last balance that was read', () => {
  expect(diemHeld([])).toBe(0)
  expect(diemHeld([reading({ microDiem: 7 }), reading({ source: 'answer' })])).toBe(7)
  expect(diemHeld([reading({ microDiem: 7 }), reading({})])).toBe(0)
})

test('DIEM holds a top-up back, but for what pays for no request', () => {
  expect([0, 9_999, 10_000, 2_000_000].map(holdsBackTopUp)).toEqual([false, false, true, true])
  expect(diemFirstText(2_500_000)).toContain('your 2.50 DIEM before USD')
})

test.each([
  ['payment_required', true],
  ['insufficient_balance', true],
  ['key_limit_reached', false],
  ['rate_limited', false],
] as const)('%s lacks balance: %s', (kind, isLacking) => {
  expect(lacksBalance({ kind } as Failure)).toBe(isLacking)
})
