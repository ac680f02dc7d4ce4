import fc from 'fast-check'
import { expect, it } from 'vitest'

import { testDraft as draft } from '../testing/test-draft.ts'
import { type Flow, type FlowEvent, nextFlow, START } from './flow.ts'

const event: fc.Arbitrary<FlowEvent> = fc.constantFrom<FlowEvent>(
  { type: 'checked', draft, at: 1 },
  { type: 'back' },
  { type: 'confirmed' },
  { type: 'not signed', notice: { kind: 'wallet', problem: 'rejected' }, at: 2 },
  { type: 'not signed', notice: { kind: 'account changed' }, at: 2 },
  { type: 'signed', paymentId: 'a' },
  { type: 'resumed', paymentId: 'b' },
  { type: 'done' },
  { type: 'wallet changed' },
)

it('asks for a signature only after a check, once for each confirmation', () => {
  fc.assert(
    fc.property(fc.array(event, { maxLength: 60 }), (events) => {
      let flow: Flow = START
      let asked = 0
      let confirmable = 0
      for (const next of events) {
        const before = flow
        flow = nextFlow(flow, next)
        if (before.step !== 'signing' && flow.step === 'signing') {
          asked += 1
          expect(before.step).toBe('check')
          expect(next.type).toBe('confirmed')
        }
        if (next.type === 'confirmed' && before.step === 'check') confirmable += 1
        if (before.step === 'signing' && next.type === 'not signed')
          expect(flow.step).not.toBe('signing')
      }
      expect(asked).toBe(confirmable)
    }),
  )
})

it('leaves a followed payment on screen whatever the wallet does', () => {
  const flow: Flow = { step: 'follow', paymentId: 'a' }
  for (const next of ['wallet changed', 'confirmed', 'back'] as const)
    expect(nextFlow(flow, { type: next })).toBe(flow)
})

it('takes a checked payment off the screen when the wallet changes', () => {
  const flow = nextFlow(START, { type: 'checked', draft, at: 1 })
  expect(nextFlow(flow, { type: 'wallet changed' })).toEqual({
    step: 'choose',
    notice: { kind: 'account changed' },
  })
})

it('counts its own failed attempt as seen, and what another tab does as not', () => {
  const checked = nextFlow(START, { type: 'checked', draft, at: 1 })
  const signing = nextFlow(checked, { type: 'confirmed' })
  const after = (notice: Extract<FlowEvent, { type: 'not signed' }>['notice']) =>
    nextFlow(signing, { type: 'not signed', notice, at: 2 })
  expect(after({ kind: 'cancelled' })).toMatchObject({ step: 'check', shownAt: 2 })
  expect(after({ kind: 'other tab' })).toMatchObject({ step: 'check', shownAt: 1 })
})
