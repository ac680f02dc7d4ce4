import { expect, it } from 'vitest'

import { createPairing, expiryOf } from './pairing.ts'

function pairingWithText() {
  const pairing = createPairing()
  return { ...pairing, shown: () => pairing.store.getState().shown?.text }
}

it('shows one pairing at a time, and an earlier one neither shows nor takes away anything', () => {
  const { start, shown } = pairingWithText()
  const first = start()
  first.show('wc:one')
  expect(shown()).toBe('wc:one')
  const second = start()
  expect(first.signal.aborted).toBe(true)
  second.show('wc:two')
  first.show('wc:one')
  first.done()
  expect(shown()).toBe('wc:two')
  second.done()
  expect([shown(), second.signal.aborted]).toEqual([undefined, false])
})

it('is given up once', () => {
  const { start, cancel, shown } = pairingWithText()
  const { signal, show } = start()
  show('wc:one')
  cancel()
  expect([shown(), signal.aborted]).toEqual([undefined, true])
  show('wc:one')
  expect(shown()).toBeUndefined()
})

it('runs out when its text says so, else after five minutes', () => {
  expect(expiryOf('wc:a@2?expiryTimestamp=1700000000&relay-protocol=irn', 5)).toBe(
    1_700_000_000_000,
  )
  expect(expiryOf('wc:a@2?relay-protocol=irn&expiryTimestamp=1700000000', 5)).toBe(
    1_700_000_000_000,
  )
  expect(expiryOf('wc:a@2?expiryTimestamp=soon', 5)).toBe(300_005)
})
