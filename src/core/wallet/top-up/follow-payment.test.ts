import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import type { ServiceError } from '../../../../contract/errors/service-error.ts'
import type { TopUpResult } from '../../client/wallet/top-up.ts'
import {
  advanceIntent,
  isOpen,
  newIntent,
  type PaymentIntent,
} from '../../storage/payments/payment-intent.ts'
import type { ChainStatus } from '../chain/evm-reads.ts'
import { testPlan } from '../testing/test-payment.ts'
import { followPayment, type FollowDeps } from './follow-payment.ts'
import { refusalText } from './problem-text.ts'

const WALLET = '0x00000000000000000000000000000000000000A1'
const AMOUNT = 5_000_000
const LIFE_MS = 300_000

function signedPayment(): PaymentIntent {
  const intent = newIntent(testPlan({ wallet: WALLET, amountMicroUsd: AMOUNT }))
  const signed = advanceIntent(intent, {
    type: 'signed',
    at: 0,
    header: 'the-only-bytes',
    trace: { family: 'evm', from: WALLET, nonce: '0x01', validBefore: LIFE_MS / 1000 },
  })
  if (signed === undefined) throw new Error('not signed')
  return signed
}

/** What can go wrong with one sending. */
const FAULTS = [
  'none',
  'lost before it is settled',
  'lost after it is settled',
  '502 after it is settled',
  '402 after it is settled',
  'lost after it is credited',
  'refused',
  'busy',
  'already processed',
  'offline',
] as const

type Fault = (typeof FAULTS)[number]

const failed = (status: number, code: string): TopUpResult => ({
  ok: false,
  failure: { status, code, message: code, body: {}, kind: 'unknown' } satisfies ServiceError,
})
const offline: TopUpResult = { ok: false, failure: { kind: 'offline', message: 'no network' } }
const lost: TopUpResult = { ok: false, failure: { kind: 'unreachable', message: 'lost' } }

/** A service and a chain that do what the faults say, and the clock that both go by. */
function world(faults: readonly Fault[], options: { chainIsReadable: boolean; dies?: boolean }) {
  const state = { now: 0, transfers: 0, credits: 0, sent: [] as string[], current: signedPayment() }
  const settle = () => {
    if (state.transfers === 0 && state.now < LIFE_MS && options.dies !== true) state.transfers = 1
  }
  const credit = (): TopUpResult => {
    if (state.transfers === 0) return failed(400, 'PAYMENT_VERIFICATION_FAILED')
    state.credits = 1
    return {
      ok: true,
      status: 200,
      credit: { wallet: WALLET.toLowerCase(), creditedMicroUsd: AMOUNT, balanceMicroUsd: AMOUNT },
    }
  }
  let tries = 0
  const send = ({ header = '' }: PaymentIntent): Promise<TopUpResult> => {
    const fault = faults[tries++] ?? 'none'
    if (fault === 'offline') return Promise.resolve(offline)
    state.sent.push(header)
    state.now += 100
    if (fault === 'lost before it is settled') return Promise.resolve(lost)
    if (fault === 'refused') return Promise.resolve(failed(400, 'PAYMENT_VERIFICATION_FAILED'))
    if (fault === 'busy') return Promise.resolve(failed(409, 'PAYMENT_IN_PROGRESS'))
    settle()
    if (fault === 'lost after it is settled') return Promise.resolve(lost)
    if (fault === '502 after it is settled') return Promise.resolve(failed(502, 'BAD_GATEWAY'))
    if (fault === '402 after it is settled') return Promise.resolve(failed(402, 'PAYMENT_REQUIRED'))
    const result = credit()
    if (fault === 'already processed' && result.ok)
      return Promise.resolve(failed(409, 'PAYMENT_ALREADY_PROCESSED'))
    return Promise.resolve(fault === 'lost after it is credited' ? lost : result)
  }
  const queryChain = (): Promise<ChainStatus> => {
    if (!options.chainIsReadable) return Promise.reject(new Error('unreadable'))
    if (state.transfers > 0) return Promise.resolve({ state: 'settled', transaction: '0xtx' })
    return Promise.resolve(
      state.now > LIFE_MS + 60_000
        ? { state: 'dead', provedBy: 'past its time' }
        : { state: 'open' },
    )
  }
  const run = (other: Partial<FollowDeps> = {}) =>
    followPayment(state.current, {
      send,
      queryChain,
      findCredit: () =>
        Promise.resolve(state.credits === 1 ? { balanceMicroUsd: AMOUNT } : ('none' as const)),
      record: (_id, event) => {
        const next = advanceIntent(state.current, event)
        if (next !== undefined) state.current = next
        return Promise.resolve(next)
      },
      now: () => state.now,
      sleep: (ms) => {
        state.now += ms
        return Promise.resolve()
      },
      random: () => 0.5,
      shouldContinue: () => state.now < 3_600_000,
      onChainStatus: () => undefined,
      ...other,
    })
  return { state, run }
}

describe('following a payment', () => {
  it('credits once whatever happens on the way, and sends nothing but the bytes that were signed', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.constantFrom(...FAULTS), { maxLength: 8 }),
        fc.boolean(),
        async (faults, chainIsReadable) => {
          const { state, run } = world(faults, { chainIsReadable })
          const ended = await run()
          expect(isOpen(ended)).toBe(false)
          expect(new Set(state.sent).size).toBeLessThanOrEqual(1)
          expect(state.transfers).toBeLessThanOrEqual(1)
          // The credit is there and is seen, or nothing was paid and that is proved.
          expect(ended.state).toBe(state.credits === 1 ? 'credited' : ended.state)
          if (ended.state === 'expired') expect(state.transfers).toBe(0)
        },
      ),
      { numRuns: 500 },
    )
  })

  it('says that paying again is safe only when the chain proves it', async () => {
    const { state, run } = world([], { chainIsReadable: true, dies: true })
    const ended = await run()
    expect(ended.state).toBe('expired')
    expect(state.now).toBeGreaterThan(LIFE_MS + 60_000)
  })

  it('asks a person where neither the chain nor the service can say', async () => {
    const { run } = world([], { chainIsReadable: false, dies: true })
    expect((await run()).end).toMatchObject({ state: 'review' })
  })

  it('closes a payment that was never signed, without sending anything', async () => {
    const { state, run } = world([], { chainIsReadable: true })
    state.current = newIntent({ ...state.current })
    expect((await run()).state).toBe('expired')
    expect(state.sent).toEqual([])
  })

  it('takes no other credit for its own', async () => {
    for (const change of [{ creditedMicroUsd: 1 }, { wallet: '0x00' }]) {
      const { run } = world([], { chainIsReadable: true })
      const credit = { wallet: WALLET, creditedMicroUsd: AMOUNT, balanceMicroUsd: 9, ...change }
      const send = () => Promise.resolve<TopUpResult>({ ok: true, status: 200, credit })
      const ended = await run({ send, queryChain: undefined })
      expect(ended.state).toBe('review')
    }
  })

  it('waits for the network without filling the payment log, and sends soon after it is back', async () => {
    const { state, run } = world(Array<Fault>(60).fill('offline'), { chainIsReadable: true })
    const ended = await run()
    expect(ended.state).toBe('credited')
    expect(state.sent).toEqual(['the-only-bytes'])
    expect(ended.attempts.map(({ error, status }) => error ?? status)).toEqual(['offline', 200])
    expect(state.now).toBeLessThan(60 * 3000)
  })

  it('keeps the reason of a refusal', async () => {
    const { state, run } = world([], { chainIsReadable: true })
    const failure: ServiceError = {
      status: 400,
      code: 'PAYMENT_VERIFICATION_FAILED',
      message: 'no',
      body: { details: { reason: 'eip6492_factory_not_allowed' } },
      kind: 'unknown',
    }
    let shouldContinue = true
    const send = (): Promise<TopUpResult> => {
      shouldContinue = false
      return Promise.resolve({ ok: false, failure })
    }
    await run({ send, queryChain: undefined, shouldContinue: () => shouldContinue })
    const { error, reason } = state.current.attempts[0] ?? {}
    expect(refusalText(error, reason)).toContain("The smart account isn't deployed yet")
  })

  it('takes no refusal for an answer while the chain says that it is settled', async () => {
    const faults: Fault[] = ['lost after it is settled', '402 after it is settled']
    const { state, run } = world(faults, { chainIsReadable: true })
    expect((await run()).state).toBe('credited')
    expect(state.now).toBeLessThan(5000)
  })

  it.each([
    ['PAYMENT_ALREADY_PROCESSED', 'Conflict'],
    ['PAYMENT_IN_PROGRESS', 'This payment was already processed.'],
    [undefined, 'Payment has already been credited'],
  ])('ends with the credit that is there already: 409 %s, %s', async (code, message) => {
    const { state, run } = world([], { chainIsReadable: true })
    state.transfers = 1
    const failure = { status: 409, message, body: {}, kind: 'conflict', ...(code && { code }) }
    const send = () => {
      state.sent.push('sent')
      return Promise.resolve({ ok: false, failure: failure as ServiceError } satisfies TopUpResult)
    }
    const ended = await run({ send, findCredit: () => Promise.resolve({ balanceMicroUsd: 7 }) })
    expect(ended.end).toMatchObject({ state: 'credited', isEarlier: true, balanceMicroUsd: 7 })
    expect(ended.end?.transaction).toBe('0xtx')
    expect(state.sent).toHaveLength(1)
  })

  const processed = () => Promise.resolve(failed(409, 'PAYMENT_ALREADY_PROCESSED'))

  it('takes the word of the service and the chain together where the credit cannot be looked up', async () => {
    const { state, run } = world([], { chainIsReadable: true })
    state.transfers = 1
    const ended = await run({ send: processed, findCredit: () => Promise.resolve(undefined) })
    expect(ended.end).toMatchObject({ state: 'credited', isEarlier: true })
    expect(ended.end).not.toHaveProperty('balanceMicroUsd')
  })

  it('asks a person where a payment that was processed before is no credit, or nothing can be read', async () => {
    const settled = world([], { chainIsReadable: true })
    settled.state.transfers = 1
    const none = await settled.run({ send: processed, findCredit: () => Promise.resolve('none') })
    expect(none.end).toMatchObject({ state: 'review', transaction: '0xtx' })
    const blind = world([], { chainIsReadable: false })
    const findCredit = () => Promise.reject(new Error('unreachable'))
    expect((await blind.run({ send: processed, findCredit })).end).toMatchObject({
      state: 'review',
    })
  })

  it('believes the chain, not a service, that a payment was not made', async () => {
    const { run } = world([], { chainIsReadable: true, dies: true })
    expect((await run({ send: processed })).state).toBe('expired')
  })

  it('sends at most ten times a minute, and never right after a refusal', async () => {
    const { state, run } = world(Array<Fault>(40).fill('refused'), { chainIsReadable: true })
    await run()
    expect(state.sent.length).toBeLessThan(25)
  })

  it.each([
    [{ creditedMicroUsd: AMOUNT }, {}, { state: 'credited', creditedMicroUsd: AMOUNT }],
    [
      { wallet: WALLET },
      { balanceMicroUsd: 7 },
      { state: 'credited', creditedMicroUsd: AMOUNT, balanceMicroUsd: 7 },
    ],
    [{ wallet: WALLET }, undefined, { state: 'review' }],
    [{ wallet: WALLET }, 'none' as const, { state: 'review' }],
    [{ wallet: '0x1', creditedMicroUsd: AMOUNT }, {}, { state: 'review' }],
  ])('a success that reports only %j, with %j found, ends so', async (credit, found, end) => {
    const { state, run } = world([], { chainIsReadable: true })
    const send = () => Promise.resolve({ ok: true as const, status: 200, credit })
    await run({ send, findCredit: () => Promise.resolve(found) })
    expect(state.current.end).toMatchObject(end)
  })
})
