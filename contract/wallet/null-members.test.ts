import { describe, expect, it } from 'vitest'

import { encodeBase64Json } from '../encoding/bytes.ts'
import {
  balanceResponseSchema,
  topUpResponseSchema,
  transactionsResponseSchema,
} from './balance.ts'
import { BASE, SOLANA } from './networks.ts'
import { compareWithHeader, readPaymentOffer } from './payment/payment-offer.ts'
import { readPaymentPayload, settlementResponseSchema } from './payment/payment-payload.ts'
import {
  paymentRequiredSchema,
  signInChallengeOf,
  walletPaymentRequiredSchema,
} from './payment/payment-required.ts'

// Servers in Python and Go write what they leave out as null.
const evmEntry = {
  scheme: 'exact',
  network: BASE.id,
  amount: '5000000',
  maxAmountRequired: null,
  asset: BASE.asset,
  payTo: `0x${'ab'.repeat(20)}`,
  maxTimeoutSeconds: null,
  extra: { name: 'USD Coin', version: '2', memo: null, feePayer: null, assetTransferMethod: null },
}
const solanaEntry = {
  scheme: 'exact',
  network: SOLANA.id,
  amount: '5000000',
  asset: SOLANA.asset,
  payTo: '9ECaLsXJmaQGvZA1Tq7wmGmP417L5NgN9UdgBxcYyryu',
  extra: {
    name: null,
    feePayer: '9ECaLsXJmaQGvZA1Tq7wmGmP417L5NgN9UdgBxcYyryu',
    memo: null,
    paymentFlow: null,
  },
}
const challenge = {
  info: {
    domain: 'api.vendor.example',
    uri: 'https://api.vendor.example/api/v1',
    version: '1',
    nonce: '0'.repeat(32),
    issuedAt: '2026-11-20T00:00:00Z',
    expirationTime: null,
    notBefore: null,
    requestId: null,
    statement: null,
    resources: null,
  },
  supportedChains: [{ chainId: BASE.id, type: 'eip191', signatureScheme: null }],
}
const required = {
  x402Version: 2,
  error: null,
  resource: { url: 'https://api.vendor.example/', description: null, mimeType: null, tags: null },
  accepts: [evmEntry, solanaEntry],
  extensions: { 'sign-in-with-x': challenge },
  authOptions: null,
}

describe('an optional member that is null is read as absent', () => {
  it('in the ways to pay and the sign-in challenge', () => {
    const read = paymentRequiredSchema.parse(required)
    expect(read.error).toBeUndefined()
    expect(read.accepts[0]?.maxTimeoutSeconds).toBeUndefined()
    expect(signInChallengeOf(read)?.info.expirationTime).toBeUndefined()
    const bare = { ...required, resource: null, extensions: null }
    expect(paymentRequiredSchema.parse(bare).extensions).toBeUndefined()
    // Absent in the header and null in the body are the same ways to pay.
    const header = encodeBase64Json({ x402Version: 2, accepts: read.accepts })
    expect(compareWithHeader(read, header)).toBe('same')
  })

  it('in an offer that is signed, and what is not known goes back as it came', () => {
    for (const entry of [evmEntry, solanaEntry, { ...evmEntry, note: null }]) {
      const reading = readPaymentOffer(entry)
      expect(reading).toMatchObject({ ok: true, offer: { minimumAtomic: 5_000_000 } })
      expect(reading.ok && reading.offer.memo).toBeUndefined()
      expect(reading.ok && 'note' in reading.offer.requirement).toBe('note' in entry)
    }
  })

  it('never where a member is needed', () => {
    for (const name of ['scheme', 'network', 'amount', 'asset', 'payTo', 'extra'])
      expect(readPaymentOffer({ ...evmEntry, [name]: null }), name).toMatchObject({ ok: false })
    expect(
      readPaymentOffer({ ...solanaEntry, extra: { ...solanaEntry.extra, feePayer: null } }),
    ).toMatchObject({ ok: false })
  })

  it('in a payment that a client sends', () => {
    const { maxTimeoutSeconds: _, ...accepted } = evmEntry
    const payload = { transaction: 'AQAB' }
    const payment = { x402Version: 2, accepted, payload, resource: null, extensions: null }
    expect(readPaymentPayload(payment)).toMatchObject({ scheme: 'exact', network: BASE.id })
    expect(readPaymentPayload({ ...payment, accepted: { ...accepted, extra: null } })).toBeDefined()
  })

  it('in a settlement, a credit, a balance and a list of transactions', () => {
    const settlement = { success: true, transaction: '0x1', network: BASE.id }
    const nulls = { payer: null, amount: null, errorReason: null, errorMessage: null }
    expect(settlementResponseSchema.parse({ ...settlement, ...nulls })).toEqual(settlement)
    const credit = { walletAddress: '0x1', amountCredited: 5, newBalance: 5 }
    expect(
      topUpResponseSchema.parse({ success: true, data: { ...credit, paymentId: null } }).data,
    ).toEqual(credit)
    const balance = { walletAddress: '0x1', balanceUsd: 5 }
    const unknown = { canConsume: null, minimumTopUpUsd: null, suggestedTopUpUsd: null }
    expect(
      balanceResponseSchema.parse({
        success: true,
        data: { ...balance, ...unknown, diemBalanceUsd: null },
      }).data,
    ).toEqual(balance)
    const row = { id: '1', amount: 5, type: 'TOP_UP', createdAt: '2026-11-20T00:00:00Z' }
    const list = { walletAddress: '0x1', currentBalance: null, pagination: null }
    expect(
      transactionsResponseSchema.parse({
        success: true,
        data: { ...list, transactions: [{ ...row, balanceAfter: null, modelId: null }] },
      }).data.transactions[0]?.balanceAfter,
    ).toBeUndefined()
  })

  it('in the 402 of a signed-in wallet', () => {
    expect(
      walletPaymentRequiredSchema.parse({
        code: 'PAYMENT_REQUIRED',
        error: 'Payment required',
        reason: null,
        currentBalanceUsd: 0.05,
        suggestedTopUpUsd: null,
        supportedTokens: null,
        topUpInstructions: { receiverWallet: null, tokenDecimals: 6 },
        siwxChallenge: challenge,
      }),
    ).toMatchObject({ currentBalanceUsd: 0.05, topUpInstructions: { tokenDecimals: 6 } })
  })
})
