import { describe, expect, it } from 'vitest'

import { formatTime } from '../../format/units.ts'
import {
  newIntent,
  type PaymentAttempt,
  type PaymentIntent,
} from '../../storage/payments/payment-intent.ts'
import { testPlan } from '../testing/test-payment.ts'
import { paymentText } from './payment-text.ts'

const VALID_BEFORE = 1_780_000_300

function payment(change: Partial<PaymentIntent> = {}): PaymentIntent {
  return {
    ...newIntent(
      testPlan({ origin: 'https://api.example.com', baseUrl: 'https://api.example.com/api/v1' }),
    ),
    trace: { family: 'evm', from: '0xA1', nonce: '0x01', validBefore: VALID_BEFORE },
    ...change,
  }
}

const sent = (...attempts: PaymentAttempt[]) => payment({ state: 'sent', attempts })

describe('a payment that is not sent yet', () => {
  it('cannot be paid before it is signed', () => {
    expect(paymentText(payment(), undefined)).toEqual({
      title: 'Paying $5.00',
      doing: 'Waiting for signature',
      meaning: 'Nothing is signed yet, so nothing can be paid.',
    })
  })

  it('pays only once when it is signed', () => {
    const { doing, meaning } = paymentText(payment({ state: 'signed' }), undefined)
    expect(doing).toBe('Signed, sending')
    expect(meaning).toContain('It pays only once')
  })

  it.each([
    ['offline', 'you are offline'],
    ['paused', 'too many recent failures'],
    ['blocked_by_policy', 'blocked by Content Security Policy'],
  ])('says why it stays here: %s', (error, why) => {
    const { doing, meaning } = paymentText(sent({ at: 1, error }), undefined)
    expect(doing).toBe(`Signed, not sent yet: ${why}`)
    expect(meaning).toContain('is sent as soon as possible')
  })
})

describe('a payment that is sent', () => {
  it('waits for the first response', () => {
    const { doing, meaning } = paymentText(sent(), undefined)
    expect(doing).toBe('Sent, waiting for response')
    expect(meaning).toContain('may or may not have settled')
  })

  it.each<[Partial<PaymentAttempt>, string]>([
    [{ status: 502, error: 'bad_gateway' }, '502'],
    [{ status: 409, error: 'PAYMENT_IN_PROGRESS' }, '409'],
    [{ error: 'unreachable' }, 'unreachable'],
    [{}, 'none'],
  ])('is not over by an answer that leaves it open: %j', (attempt, named) => {
    const { doing } = paymentText(sent({ at: 1, ...attempt }), undefined)
    expect(doing).toBe(`No final response (${named}), retrying`)
  })

  it('warns against a second payment once the chain has settled it, whatever the service says', () => {
    const refused = sent({ at: 1, status: 402, error: 'SETTLEMENT_FAILED' })
    const { doing, meaning } = paymentText(refused, { state: 'settled', transaction: '0xT' })
    expect(doing).toBe('Settled on-chain, credit pending')
    expect(meaning).toContain("Don't pay again.")
  })

  it('tells a refusal with its reason, and until when the signature still counts', () => {
    const refused = sent({
      at: 1,
      status: 400,
      error: 'PAYMENT_VERIFICATION_FAILED',
      reason: 'insufficient_funds',
    })
    const { doing, meaning } = paymentText(refused, { state: 'open' })
    expect(doing).toBe('Refused by the service: 400 PAYMENT_VERIFICATION_FAILED')
    expect(meaning).toBe(
      `The signed payment failed verification. The wallet doesn't have enough USDC. On-chain, no USDC has moved so far. The signature is valid until ${formatTime(VALID_BEFORE * 1000)}. Only then is it certain that it wasn't paid, and you can pay again.`,
    )
  })

  it('claims nothing of a chain that cannot be read', () => {
    const { doing, meaning } = paymentText(sent({ at: 1, status: 403 }), 'unreadable')
    expect(doing).toBe('Refused by the service: 403')
    expect(meaning).toContain("The network can't be read here.")
    expect(meaning).not.toContain('no USDC has moved')
  })
})

describe('a payment that has ended', () => {
  it('is credited once', () => {
    const credited = payment({
      state: 'credited',
      end: { state: 'credited', at: 2, creditedMicroUsd: 5_000_000, balanceMicroUsd: 7_000_000 },
    })
    expect(paymentText(credited, undefined)).toEqual({
      title: '$5.00 credited',
      doing: 'Credited once',
      meaning: '',
    })
  })

  it('says that it was credited before, and where to see it', () => {
    const end = { state: 'credited', at: 2, creditedMicroUsd: 5_000_000, isEarlier: true } as const
    const words = paymentText(payment({ state: 'credited', end }), undefined)
    expect(words.title).toBe('$5.00 credited')
    expect(words.doing).toBe('Already credited')
    expect(words.meaning).toContain('Refresh your balance to see it.')
    const seen = payment({ state: 'credited', end: { ...end, balanceMicroUsd: 7_000_000 } })
    expect(paymentText(seen, undefined).meaning).not.toContain('Refresh')
  })

  it('is safe to repeat when it never can be paid, with the proof', () => {
    const expired = payment({
      state: 'expired',
      end: { state: 'expired', at: 2, provedBy: 'The signature expired unused.' },
    })
    const { title, meaning } = paymentText(expired, undefined)
    expect(title).toBe('$5.00 was not paid')
    expect(meaning).toBe("The signature expired unused. It's safe to pay again.")
  })

  it('needs a person where no machine can tell', () => {
    const review = payment({
      state: 'review',
      end: { state: 'review', at: 2, why: 'The chain shows another transfer.' },
    })
    const { title, doing, meaning } = paymentText(review, undefined)
    expect(title).toBe('$5.00 needs review')
    expect(doing).toBe('The chain shows another transfer.')
    expect(meaning).toContain('Before you pay again')
    expect(paymentText(payment({ state: 'review' }), undefined).doing).toBe(
      'Payment status unknown',
    )
  })
})
