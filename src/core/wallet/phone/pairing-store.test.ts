import { afterEach, expect, it } from 'vitest'

import { cancelPairing, expiryOf, pairingStore, startPairing } from './pairing-store.ts'

const shown = () => pairingStore.getState().pairing?.text
afterEach(cancelPairing)

it('shows one pairing at a time, and an earlier one neither shows nor takes away anything', () => {
  const first = startPairing()
  first.show('wc:one')
  expect(shown()).toBe('wc:one')
  const second = startPairing()
  expect(first.signal.aborted).toBe(true)
  second.show('wc:two')
  first.show('wc:one')
  first.done()
  expect(shown()).toBe('wc:two')
  second.done()
  expect([shown(), second.signal.aborted]).toEqual([undefined, false])
})

it('is given up once', () => {
  const { signal, show } = startPairing()
  show('wc:one')
  cancelPairing()
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
