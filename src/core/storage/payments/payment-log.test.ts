import 'fake-indexeddb/auto'
import { afterEach, expect, it, vi } from 'vitest'

import { testPlan } from '../../wallet/testing/test-payment.ts'
import { TestStorage } from '../testing/test-storage.ts'
import { ensureRoom, paymentDatabase } from './payment-database.ts'
import type { PaymentPlan } from './payment-intent.ts'
import {
  findPayment,
  listPayments,
  openPayment,
  recordPayment,
  subscribePayments,
} from './payment-log.ts'

const plan = (id: string, change: Partial<PaymentPlan> = {}): PaymentPlan =>
  testPlan({ id, createdAt: Number(id), ...change })

afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

it('opens one payment of a wallet at a time, whoever asks at once', async () => {
  const results = await Promise.all(
    [1, 2, 3, 4, 5, 6, 7, 8].map((id) => openPayment(plan(String(id)), 8)),
  )
  expect(results.filter((result) => 'state' in result)).toHaveLength(1)
  expect(await listPayments()).toHaveLength(1)
})

it('refuses what was confirmed before another payment was made', async () => {
  const wallet = '0xB2'
  await openPayment(plan('100', { wallet }), 100)
  await recordPayment('100', {
    type: 'ended',
    end: { state: 'expired', at: 101, provedBy: 'not signed' },
  })
  expect(await openPayment(plan('103', { wallet }), 99)).toMatchObject({ reason: 'newer payment' })
  expect(await openPayment(plan('103', { wallet }), 102)).toMatchObject({ state: 'intent' })
})

it('gives nothing back for an event that cannot happen, and changes nothing', async () => {
  const wallet = '0xC3'
  await openPayment(plan('200', { wallet }), 200)
  expect(await recordPayment('200', { type: 'sending', at: 1 })).toBeUndefined()
  expect(await findPayment('200')).toMatchObject({ state: 'intent' })
  expect(await recordPayment('none', { type: 'sending', at: 1 })).toBeUndefined()
})

/** A disk that can be full: then giving up the reserve makes room for a few small writes. */
class LimitedDisk {
  isFull = false
  private hasReserve = true
  private room = 0

  constructor() {
    const { prototype } = IDBObjectStore
    // oxlint-disable-next-line typescript/unbound-method -- each is called with its store
    const { put, add, clear } = prototype
    const write = (store: IDBObjectStore, value: { id?: string }, original: typeof put) => {
      if (this.isFull && (value.id === 'reserve' || this.room === 0))
        throw new DOMException('no room', 'QuotaExceededError')
      if (this.isFull) this.room -= 1
      if (value.id === 'reserve') this.hasReserve = true
      return original.call(store, value)
    }
    vi.spyOn(prototype, 'put').mockImplementation(function (this: IDBObjectStore, value) {
      return write(this, value, put)
    })
    vi.spyOn(prototype, 'add').mockImplementation(function (this: IDBObjectStore, value) {
      return write(this, value, add)
    })
    const giveUp = () => {
      if (this.hasReserve) this.room = 3
      this.hasReserve = false
    }
    vi.spyOn(prototype, 'clear').mockImplementation(function (this: IDBObjectStore) {
      giveUp()
      return clear.call(this)
    })
  }
}

it('writes a payment on a full disk, and on the next full disk as well', async () => {
  const disk = new LimitedDisk()
  for (const id of ['301', '302', '303']) {
    disk.isFull = true
    const wallet = `0xF${id}`
    await ensureRoom()
    expect(await openPayment(plan(id, { wallet }), 400)).toMatchObject({ state: 'intent' })
    disk.isFull = false
    // What is written once there is room again puts the reserve back.
    await recordPayment(id, { type: 'ended', end: { state: 'expired', at: 1, provedBy: 'x' } })
  }
  const db = await paymentDatabase()
  expect(await db.getKey('ballast', 'reserve')).toBe('reserve')
})

it('says that nothing can be written when not even the reserve makes room', async () => {
  vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
    throw new DOMException('no room', 'QuotaExceededError')
  })
  await expect(ensureRoom()).rejects.toThrow('no room')
})

it('does not report a payment as unwritten that is on disk and cannot be listed', async () => {
  const storage = new TestStorage()
  vi.stubGlobal('localStorage', storage)
  const wallet = '0xE5'
  const list = vi.spyOn(IDBObjectStore.prototype, 'getAll').mockImplementation(() => {
    throw new DOMException('damaged', 'UnknownError')
  })
  expect(await openPayment(plan('500', { wallet }), 500)).toMatchObject({ state: 'intent' })
  // What cannot be known to be finished is looked at again by the next start.
  expect(storage.getItem('playground.open-payment')).toBe('1')
  const trace = { family: 'evm', from: '0x1', nonce: '0x2', validBefore: 3 } as const
  const signed = { type: 'signed', at: 1, trace, header: 'signed-bytes' } as const
  expect(await recordPayment('500', signed)).toMatchObject({ state: 'signed' })
  list.mockRestore()
  expect(await findPayment('500')).toMatchObject({ state: 'signed', header: 'signed-bytes' })
})

it.each([
  { state: 'credited', at: 3, creditedMicroUsd: 5, balanceMicroUsd: 6 },
  { state: 'expired', at: 3, provedBy: 'the chain' },
  { state: 'review', at: 3, why: 'nobody knows' },
] as const)('keeps no signed header of a payment that ended: $state', async (end) => {
  const id = `60${end.state.length}`
  const wallet = `0xD${id}`
  await openPayment(plan(id, { wallet }), 999)
  const trace = { family: 'evm', from: '0x1', nonce: '0x2', validBefore: 3 } as const
  await recordPayment(id, { type: 'signed', at: 1, trace, header: 'spent-bytes' })
  await recordPayment(id, { type: 'sending', at: 2 })
  await recordPayment(id, { type: 'ended', end })
  const stored = await (await paymentDatabase()).getAll('intents')
  expect(stored.find((intent) => intent.id === id)?.state).toBe(end.state)
  expect(JSON.stringify(stored)).not.toContain('spent-bytes')
})

it('tells this tab and the others that a payment changed, and nothing of it', async () => {
  const listener = vi.fn<() => void>()
  const stop = subscribePayments(listener)
  const heard: unknown[] = []
  const elsewhere = new BroadcastChannel('payments')
  elsewhere.addEventListener('message', ({ data }) => heard.push(data))
  await openPayment(plan('700', { wallet: '0xE7' }), 700)
  expect(listener).toHaveBeenCalledTimes(1)
  await expect.poll(() => heard).toEqual(['changed'])
  elsewhere.postMessage('changed')
  await expect.poll(() => listener.mock.calls.length).toBe(2)
  stop()
  elsewhere.close()
})
