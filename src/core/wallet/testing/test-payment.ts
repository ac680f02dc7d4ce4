import type { PaymentPlan } from '../../storage/payments/payment-intent.ts'

/** A plan for tests: $5 from a practice wallet on Base Sepolia. */
export function testPlan(change: Partial<PaymentPlan> = {}): PaymentPlan {
  return {
    id: 'i1',
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
    createdAt: 0,
    ...change,
  }
}
