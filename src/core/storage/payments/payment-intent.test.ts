import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { testPlan } from '../../wallet/testing/test-payment.ts'
import {
  advanceIntent,
  isOpen,
  newIntent,
  type PaymentEvent,
  type PaymentIntent,
} from './payment-intent.ts'

const plan = testPlan({ createdAt: 1 })

const event: fc.Arbitrary<PaymentEvent> = fc.oneof(
  fc.record({
    type: fc.constant('signed' as const),
    at: fc.nat(),
    header: fc.base64String({ minLength: 4 }),
    trace: fc.record({
      family: fc.constant('evm' as const),
      from: fc.constant('0xA1'),
      nonce: fc.string(),
      validBefore: fc.nat(),
    }),
  }),
  fc.record({ type: fc.constant('sending' as const), at: fc.nat() }),
  fc.record({
    type: fc.constant('answered' as const),
    attempt: fc.record({ at: fc.nat(), status: fc.constantFrom(200, 402, 502) }),
  }),
  fc.record({
    type: fc.constant('ended' as const),
    end: fc.oneof(
      fc.record({
        state: fc.constant('credited' as const),
        at: fc.nat(),
        creditedMicroUsd: fc.nat(),
        balanceMicroUsd: fc.nat(),
      }),
      fc.record({ state: fc.constant('expired' as const), at: fc.nat(), provedBy: fc.string() }),
      fc.record({ state: fc.constant('review' as const), at: fc.nat(), why: fc.string() }),
    ),
  }),
)

/** Every state that a payment went through under a row of events. */
function history(events: readonly PaymentEvent[]): PaymentIntent[] {
  const states = [newIntent(plan)]
  for (const next of events) {
    const last = states.at(-1)
    const advanced = last && advanceIntent(last, next)
    if (advanced !== undefined) states.push(advanced)
  }
  return states
}

describe('a payment in the payment log', () => {
  it('is signed at most once, and what was signed never changes', () => {
    fc.assert(
      fc.property(fc.array(event, { maxLength: 30 }), (events) => {
        const states = history(events)
        const headers = new Set(states.flatMap(({ header }) => header ?? []))
        const traces = new Set(states.flatMap(({ trace }) => trace ?? []))
        expect(headers.size).toBeLessThanOrEqual(1)
        expect(traces.size).toBeLessThanOrEqual(1)
      }),
    )
  })

  it('never leaves its end, and keeps no signature past it', () => {
    fc.assert(
      fc.property(fc.array(event, { maxLength: 30 }), event, (events, another) => {
        const last = history(events).at(-1)
        if (last === undefined || isOpen(last)) return
        expect(advanceIntent(last, another)).toBeUndefined()
        expect(last.header).toBeUndefined()
        expect(last.end?.state).toBe(last.state)
      }),
    )
  })

  it('is only sent once signed, and only credited once sent', () => {
    fc.assert(
      fc.property(fc.array(event, { maxLength: 30 }), (events) => {
        const names = history(events).map(({ state }) => state)
        const first = (state: string) => names.findIndex((name) => name === state)
        expect(first('sent') === -1 || names.slice(0, first('sent')).includes('signed')).toBe(true)
        expect(first('credited') === -1 || names.includes('sent')).toBe(true)
      }),
    )
  })

  it('keeps what identifies it through every event', () => {
    fc.assert(
      fc.property(fc.array(event, { maxLength: 30 }), (events) => {
        const states = history(events)
        expect(states.length).toBeGreaterThan(0)
        for (const state of states) expect(state).toMatchObject(plan)
      }),
    )
  })
})
