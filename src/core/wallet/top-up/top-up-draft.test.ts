import { describe, expect, it } from 'vitest'

import { BASE, BASE_SEPOLIA, SOLANA_DEVNET } from '../../../../contract/wallet/networks.ts'
import type { PaymentOffer } from '../../../../contract/wallet/payment/payment-offer.ts'
import { newIntent, type PaymentIntent } from '../../storage/payments/payment-intent.ts'
import { testPlan } from '../testing/test-payment.ts'
import {
  draftProblems,
  limitProblem,
  preferredOffer,
  readAmount,
  readOffers,
} from './top-up-draft.ts'

const payTo = '0x023Bd567A9ab6d6CB92cCa1fF4cc49c131502A1b'
const entry = {
  scheme: 'exact',
  network: BASE_SEPOLIA.id,
  amount: '5000000',
  asset: BASE_SEPOLIA.asset,
  payTo,
  extra: { name: 'USDC', version: '2' },
}
const offer: PaymentOffer = {
  network: BASE_SEPOLIA,
  payTo,
  minimumAtomic: 5_000_000,
  timeoutSeconds: 300,
  requirement: entry,
}

describe('preferredOffer', () => {
  const base: PaymentOffer = { ...offer, network: BASE }
  const offers = [offer, base]
  const chosenNetwork = undefined

  it('is on the network that the wallet has enough on, else on the one with the most', () => {
    const usdc = { [BASE_SEPOLIA.id]: 1n, [BASE.id]: 5_000_000n }
    expect(preferredOffer(offers, usdc, { chosenNetwork, atomic: 5_000_000 })).toBe(base)
    expect(preferredOffer(offers, usdc, { chosenNetwork, atomic: 9_000_000 })).toBe(base)
    expect(
      preferredOffer(offers, { [BASE.id]: 'unreadable' }, { chosenNetwork, atomic: 5_000_000 }),
    ).toBe(offer)
    expect(preferredOffer([], usdc, { chosenNetwork, atomic: 5_000_000 })).toBeUndefined()
  })

  it('is the one that was chosen, whatever the wallet has there', () => {
    const usdc = { [BASE.id]: 5_000_000n }
    expect(
      preferredOffer(offers, usdc, { chosenNetwork: BASE_SEPOLIA.id, atomic: 5_000_000 }),
    ).toBe(offer)
  })
})

describe('readAmount', () => {
  it('reads dollars as micro-USD within the limits, and says what is wrong otherwise', () => {
    expect(readAmount('12.5', 0)).toBe(12_500_000)
    expect(readAmount(' $5 ', 0)).toBe(5_000_000)
    expect(readAmount('4.999999', 0)).toEqual({ kind: 'too small', leastMicroUsd: 5_000_000 })
    expect(readAmount('6', 7_000_000)).toEqual({ kind: 'too small', leastMicroUsd: 7_000_000 })
    expect(readAmount('10000.01', 0)).toEqual({ kind: 'too large', mostMicroUsd: 10_000_000_000 })
    for (const text of ['', 'ten', '1e3', '-5', '5,00', '5.1234567', '٥'])
      expect(readAmount(text, 0)).toEqual({ kind: 'unreadable' })
  })
})

describe('readOffers', () => {
  it('keeps what a payment may be named by, where the service declares it', () => {
    const declared = { info: { required: false } }
    const extensions = { 'payment-identifier': declared }
    const required = { x402Version: 2, accepts: [entry], extensions }
    const [reading] = readOffers({ required, header: 'same' }, [BASE_SEPOLIA])
    expect(reading).toMatchObject({ ok: true, offer: { identifier: declared } })
    const [plain] = readOffers({ required: { ...required, extensions: {} }, header: 'same' }, [
      BASE_SEPOLIA,
    ])
    expect(plain?.ok && plain.offer.identifier).toBeUndefined()
  })

  it('takes no chain that is offered twice, and nothing where header and body differ', () => {
    const required = { x402Version: 2, accepts: [entry, { ...entry, amount: '6000000' }] }
    const both = readOffers({ required, header: 'same' }, [BASE_SEPOLIA, SOLANA_DEVNET])
    expect(both.map(({ ok }) => ok)).toEqual([false, false])
    const different = readOffers(
      { required: { ...required, accepts: [entry] }, header: 'different' },
      [BASE_SEPOLIA],
    )
    expect(different.every(({ ok }) => !ok)).toBe(true)
  })
})

describe('draftProblems', () => {
  const draft = { offer, amountMicroUsd: 10_000_000, wallet: '0xA1' }
  const facts = {
    pinnedPayTo: payTo.toLowerCase(),
    localPayTo: undefined,
    shown: offer,
    usdcAtomic: 10_000_000n,
    walletChainId: 84532,
    limitProblem: undefined,
    microDiem: 0,
  }
  const kinds = (change: object) =>
    draftProblems(draft, { ...facts, ...change }).map(({ kind }) => kind)

  it('finds nothing wrong with what was shown, and takes an unreadable balance for no zero', () => {
    expect(kinds({})).toEqual([])
    expect(kinds({ pinnedPayTo: undefined, usdcAtomic: undefined })).toEqual([])
  })

  it('names what is wrong', () => {
    expect(kinds({ pinnedPayTo: '0x02' })).toEqual(['other recipient'])
    expect(kinds({ shown: { ...offer, minimumAtomic: 1 } })).toEqual(['minimum changed'])
    expect(kinds({ usdcAtomic: 9_999_999n })).toEqual(['too little USDC'])
    expect(kinds({ microDiem: 10_000 })).toEqual(['diem'])
    // Less than a cent pays for nothing, and must not lock anybody out.
    expect(kinds({ microDiem: 9_999 })).toEqual([])
    expect(kinds({ walletChainId: 1 })).toEqual(['wrong network'])
    const limitProblem = { kind: 'daily limit', limitMicroUsd: 1, leftMicroUsd: 0 }
    expect(kinds({ limitProblem })).toEqual(['limit'])
    expect(kinds({ shown: { ...offer, payTo: '0x02' } })).toEqual(['recipient changed'])
  })

  it('compares a first payment to the local service with what that service says of itself', () => {
    const first = { pinnedPayTo: undefined }
    expect(kinds({ ...first, localPayTo: payTo.toLowerCase() })).toEqual([])
    expect(kinds({ ...first, localPayTo: '0x02' })).toEqual(['other recipient'])
    // Later it is compared with the receiver that was confirmed.
    expect(kinds({ localPayTo: '0x02' })).toEqual([])
  })
})

describe('limitProblem', () => {
  const now = 100 * 3_600_000
  const signed = (hoursAgo: number, change: Partial<PaymentIntent> = {}): PaymentIntent => ({
    ...newIntent(
      testPlan({
        id: String(hoursAgo),
        origin: 'http://a',
        baseUrl: 'http://a/api/v1',
        network: BASE_SEPOLIA.id,
        asset: BASE_SEPOLIA.asset,
        payTo,
        amountMicroUsd: 10_000_000,
        createdAt: now - hoursAgo * 3_600_000,
      }),
    ),
    state: 'credited',
    signedAt: now - hoursAgo * 3_600_000,
    ...change,
  })
  const next = {
    origin: 'http://a',
    amountMicroUsd: 10_000_000,
    dailyLimitMicroUsd: 50_000_000,
    nowMs: now,
  }

  it('allows three signatures an hour for one API', () => {
    const three = [signed(0.1), signed(0.5), signed(0.9)]
    expect(limitProblem(three.slice(1), next)).toBeUndefined()
    expect(limitProblem(three, next)).toEqual({ kind: 'too many', signatures: 3, waitMs: 360_000 })
    expect(limitProblem(three, { ...next, origin: 'http://b' })).toBeUndefined()
  })

  it('counts what was spent within a day against the limit, and what was never paid not', () => {
    const spent = [signed(2), signed(5), signed(10), signed(20), signed(30)]
    expect(limitProblem(spent, next)).toBeUndefined()
    expect(limitProblem(spent, { ...next, amountMicroUsd: 10_000_001 })).toMatchObject({
      kind: 'daily limit',
      leftMicroUsd: 10_000_000,
    })
    expect(limitProblem([...spent, signed(3, { state: 'expired' })], next)).toBeUndefined()
  })
})
