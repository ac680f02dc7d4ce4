import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

import { decodeBase64Json } from '../../../../contract/encoding/bytes.ts'
import type { PaymentIntent } from '../../storage/payments/payment-intent.ts'
import { PocketFault } from '../pocket/pocket-fault.ts'
import {
  AMOUNT,
  connection,
  createFakeWallet,
  type FakeState,
  type Fault,
  offer,
  ORIGIN,
  PAY_TO,
  reached,
  session,
  settled,
  WALLET,
} from '../testing/fake-wallet.ts'
import type { Wallet } from '../wallet.ts'
import { type Confirmed, type Paid, payOnce } from './pay.ts'
import { follow, resumeTopUps } from './resume-top-ups.ts'

const evm = { network: offer.network, rpcUrl: `${ORIGIN}/local/rpc/evm`, payTo: PAY_TO }
const local = { faucetUrl: `${ORIGIN}/local/faucet` }

interface Attempt {
  wallet: Wallet
  state: FakeState
  results: Paid[]
  abort: () => void
  done: Promise<void>
}

/** One press on "Confirm and sign", with its payment followed to the end. */
function press(
  faults: readonly Fault[] = [],
  { chains = [evm], ...change }: Partial<Confirmed> & { chains?: (typeof evm)[] } = {},
  fake = createFakeWallet(faults),
): Attempt {
  const { wallet, state } = fake
  wallet.view.setState({ local: { ...local, chains } })
  const controller = new AbortController()
  const results: Paid[] = []
  const confirmed: Confirmed = {
    draft: { offer, amountMicroUsd: AMOUNT, wallet: WALLET },
    shownAt: state.now,
    connection,
    session,
    signal: controller.signal,
    ...change,
  }
  const done = payOnce(
    wallet,
    confirmed,
    (payment) => follow(wallet, payment),
    (paid) => results.push(paid),
  )
  return { wallet, state, results, done, abort: () => controller.abort() }
}

const ended = ({ state }: { state: FakeState }): PaymentIntent[] => [...state.payments.values()]

beforeEach(() => {
  // The chain cannot be read: what counts is what the service credits.
  vi.stubGlobal('fetch', () => Promise.reject(new Error('no chain')))
})
afterEach(() => {
  vi.unstubAllGlobals()
})

it('says in words of its own why a pocket account did not sign, and sends nothing', async () => {
  const over = {
    limit: 'daily' as const,
    limitMicroUsd: 5_000_000,
    amountMicroUsd: AMOUNT,
    leftMicroUsd: 0,
  }
  const refuse = () => Promise.reject(new PocketFault(over))
  const { state, results, done } = press([{ call: 'wallet.signTransfer', n: 1, how: refuse }])
  await done
  const [paid] = results
  expect(paid?.ok === false && paid.notice).toMatchObject({
    kind: 'refused',
    advice: { title: 'Over daily limit' },
  })
  expect([state.received, ended({ state }).map((payment) => payment.state)]).toEqual([
    [],
    ['expired'],
  ])
})

it('signs once, writes the signature down, sends it and is credited', async () => {
  const attempt = press()
  await attempt.done
  expect(attempt.results).toEqual([
    { ok: true, payment: expect.objectContaining({ state: 'signed' }) },
  ])
  expect(ended(attempt)).toEqual([expect.objectContaining({ state: 'credited' })])
  expect(attempt.state).toMatchObject({ signedTransfers: 1 })
  expect(attempt.state.credited.size).toBe(1)
  expect(attempt.state.readings).toEqual([expect.objectContaining({ source: 'top-up' })])
  const order = attempt.state.calls.map(({ call }) => call)
  expect(order.indexOf('paymentLog.open')).toBeLessThan(order.indexOf('wallet.signTransfer'))
  expect(order.indexOf('paymentLog.record')).toBeLessThan(order.indexOf('api.topUp'))
})

it('names the payment to a service that wants to know, in the same bytes each time', async () => {
  const identifier = { info: { required: true }, schema: { type: 'object' } }
  const lose = async (proceed: () => Promise<unknown>) => {
    await proceed()
    throw new Error('The response was lost')
  }
  const { state, done } = press([{ call: 'api.topUp', n: 1, how: lose }], {
    draft: { offer: { ...offer, identifier }, amountMicroUsd: AMOUNT, wallet: WALLET },
  })
  await done
  const [payment] = ended({ state })
  expect(payment).toMatchObject({ state: 'credited' })
  expect(state.received).toHaveLength(2)
  expect(new Set(state.received).size).toBe(1)
  expect(decodeBase64Json(state.received[0] ?? '')).toMatchObject({
    extensions: {
      'payment-identifier': { ...identifier, info: { required: true, id: `pay_${payment?.id}` } },
    },
  })
})

/** Every call of an undisturbed payment: each of them is a place where something can happen. */
async function everyCall(): Promise<FakeState['calls']> {
  const attempt = press()
  await attempt.done
  expect(attempt.state.credited.size).toBe(1)
  return attempt.state.calls
}

/** After any disturbance: at most one payment, nothing sent that is not in the payment log, and a word about it. */
async function expectSafe(attempt: Attempt, what: string): Promise<void> {
  const { state, results, wallet } = attempt
  expect(results, `${what}: reported once`).toHaveLength(1)
  expect(state.signedTransfers, `${what}: one signature`).toBeLessThanOrEqual(1)
  // The next visit, where nothing is in the way any more.
  const { view, paymentLog, api } = wallet
  const again = { ...createFakeWallet().wallet, view, paymentLog, api }
  await resumeTopUps({ ...again, now: wallet.now, sleep: wallet.sleep })
  expect(new Set(state.received).size, `${what}: one payment`).toBeLessThanOrEqual(1)
  for (const payment of ended(attempt))
    expect(['credited', 'expired'], `${what}: nothing open`).toContain(payment.state)
  const credited = ended(attempt).filter(({ state: end }) => end === 'credited').length
  expect(credited, `${what}: nothing lost`).toBe(state.credited.size)
  const [paid] = results
  if (paid?.ok === false)
    expect(state.credited.size, `${what}: nothing paid that was told not to be`).toBe(0)
}

describe('whatever happens at any call', () => {
  it('a call that fails: paid at most once, nothing lost, nothing open, and it is told', async () => {
    const calls = await everyCall()
    expect(calls.length).toBeGreaterThan(10)
    for (const { call, n } of calls) {
      const attempt = press([{ call, n, how: 'throws' }])
      await attempt.done
      await expectSafe(attempt, `${call} ${n} throws`)
    }
  })

  it('giving up during any call: as well, and told at once unless it is signed already', async () => {
    const calls = await everyCall()
    expect(calls.length).toBeGreaterThan(10)
    for (const { call, n } of calls) {
      let abort = () => {}
      const how: Fault['how'] = async (proceed) => {
        abort()
        return proceed()
      }
      const attempt = press([{ call, n, how }])
      abort = attempt.abort
      await attempt.done
      await expectSafe(attempt, `${call} ${n} given up`)
    }
  })

  it('giving up during a call that comes back late, with its work done or with a fault', async () => {
    const calls = await everyCall()
    expect(calls.length).toBeGreaterThan(10)
    for (const { call, n } of calls)
      for (const fails of [false, true]) {
        let abort = () => {}
        const how: Fault['how'] = async (proceed) => {
          const result = await proceed()
          abort()
          await settled()
          if (fails) throw new Error('late')
          return result
        }
        const attempt = press([{ call, n, how }])
        abort = attempt.abort
        await attempt.done
        await expectSafe(attempt, `${call} ${n} late, ${fails ? 'fails' : 'works'}`)
      }
  })

  it('giving up on a call that hangs: told at once, and the wallet is asked no more', async () => {
    const calls = await everyCall()
    const signed = calls.findIndex(({ call }) => call === 'wallet.signTransfer')
    for (const { call, n } of calls.slice(0, signed + 1)) {
      const attempt = press([{ call, n, how: 'hangs' }])
      await reached(attempt.state, call, n)
      await settled()
      expect(attempt.results, `${call} ${n}`).toEqual([])
      attempt.abort()
      expect(attempt.results, `${call} ${n}`).toEqual([
        { ok: false, notice: { kind: 'cancelled' } },
      ])
      await settled()
      expect(attempt.state.received).toEqual([])
    }
  })

  it('a page that dies at any call: the next visit finishes it', async () => {
    const calls = await everyCall()
    expect(calls.length).toBeGreaterThan(10)
    for (const { call, n } of calls) {
      const attempt = press([{ call, n, how: 'hangs' }])
      await reached(attempt.state, call, n)
      await settled()
      // What is told to a page that is gone is told to nobody.
      attempt.results.splice(0, 1, { ok: false, notice: { kind: 'cancelled' } })
      if (attempt.state.received.length > 0 || [...attempt.state.payments.values()][0]?.header)
        attempt.results.splice(0, 1, { ok: true, payment: ended(attempt)[0] as PaymentIntent })
      await expectSafe(attempt, `${call} ${n} dies`)
    }
  })
})

describe('refusals, each before anything is signed', () => {
  const notice = async (attempt: Attempt) => {
    await attempt.done
    expect(attempt.state.signedTransfers).toBe(0)
    expect(attempt.results).toHaveLength(1)
    const [paid] = attempt.results
    return paid?.ok === false ? paid.notice : undefined
  }

  it('another account, another chain, a wallet that is gone, no network', async () => {
    const account = createFakeWallet()
    account.state.wallet.address = '0x01'
    expect(await notice(press([], {}, account))).toEqual({ kind: 'account changed' })
    const chain = createFakeWallet()
    chain.state.wallet.chainId = 1
    expect(await notice(press([], {}, chain))).toEqual({ kind: 'wrong network' })
    const gone = press([{ call: 'drivers.evm', n: 1, how: 'throws' }])
    expect(await notice(gone)).toEqual({ kind: 'wallet', problem: 'gone' })
    const { wallet, state } = createFakeWallet()
    const offline = { wallet: { ...wallet, isOnline: () => false }, state }
    expect(await notice(press([], {}, offline))).toEqual({ kind: 'offline' })
  })

  it('a receiver other than the remembered one, or than the one of the local service', async () => {
    const pinned = createFakeWallet()
    const id = `${ORIGIN} ${offer.network.id}`
    pinned.state.pins.set(id, { id, payTo: '0xother', at: 0 })
    expect(await notice(press([], {}, pinned))).toEqual({
      kind: 'other recipient',
      known: '0xother',
    })
    const chains = [{ ...evm, payTo: '0xlocal' }]
    expect(await notice(press([], { chains }))).toEqual({
      kind: 'other recipient',
      known: '0xlocal',
    })
    expect(pinned.state.payments.size).toBe(0)
  })

  it('a real wallet where the local chain has the id of a real one', async () => {
    const network = { ...offer.network, test: false }
    const chains = [{ ...evm, network }]
    expect(await notice(press([], { chains }))).toEqual({ kind: 'wallet', problem: 'unsupported' })
  })

  it('a browser without locks, locks that are refused, and a payment log that cannot be used', async () => {
    const { wallet, state } = createFakeWallet()
    const without = { wallet: { ...wallet, locks: undefined }, state }
    expect(await notice(press([], {}, without))).toEqual({ kind: 'storage' })
    const cause = new Error('insecure')
    const refusing = { request: () => Promise.reject(cause) }
    const refused = createFakeWallet()
    const attempt = press([], {}, { ...refused, wallet: { ...refused.wallet, locks: refusing } })
    expect(await notice(attempt)).toEqual({ kind: 'error', cause })
    const full = press([{ call: 'paymentLog.ensureRoom', n: 1, how: 'throws' }])
    expect(await notice(full)).toMatchObject({
      kind: 'storage',
      cause: { cause: new Error('paymentLog.ensureRoom failed') },
    })
  })
})

it('tells what the wallet said when it does not sign, and closes the payment', async () => {
  const rejected: Fault['how'] = () =>
    Promise.reject(Object.assign(new Error('no'), { code: 4001 }))
  const attempt = press([{ call: 'wallet.signTransfer', n: 1, how: rejected }])
  await attempt.done
  expect(attempt.results).toEqual([{ ok: false, notice: { kind: 'wallet', problem: 'rejected' } }])
  expect(ended(attempt)).toEqual([expect.objectContaining({ state: 'expired' })])
  const other = press([
    { call: 'wallet.signTransfer', n: 1, how: () => Promise.resolve('no signature') },
  ])
  await other.done
  expect(other.results).toEqual([
    { ok: false, notice: expect.objectContaining({ kind: 'unexpected signature' }) },
  ])
})

it('throws a signature away when the account changed while it was made', async () => {
  const fake = createFakeWallet([
    {
      call: 'wallet.signTransfer',
      n: 1,
      how: async (proceed) => {
        fake.state.wallet.address = '0x01'
        return proceed()
      },
    },
  ])
  const attempt = press([], {}, fake)
  await attempt.done
  expect(attempt.results).toEqual([{ ok: false, notice: { kind: 'account changed' } }])
  expect(fake.state.received).toEqual([])
})

it('believes a signature that is in the payment log although its writing was reported as failed', async () => {
  const attempt = press([
    {
      call: 'paymentLog.record',
      n: 1,
      how: async (proceed) => {
        await proceed()
        throw new Error('the listing after it failed')
      },
    },
  ])
  await attempt.done
  expect(attempt.results).toEqual([
    { ok: true, payment: expect.objectContaining({ state: 'signed' }) },
  ])
  expect(attempt.state.credited.size).toBe(1)
})

it('one tab at a time: eight presses at once ask for one signature', async () => {
  const fake = createFakeWallet()
  const attempts = Array.from({ length: 8 }, () => press([], {}, fake))
  await Promise.all(attempts.map(({ done }) => done))
  expect(fake.state.signedTransfers).toBe(1)
  expect(fake.state.credited.size).toBe(1)
  const notices = attempts.flatMap(({ results: [paid] }) =>
    paid?.ok === false ? [paid.notice.kind] : [],
  )
  expect(notices).toEqual(Array.from({ length: 7 }, () => 'other tab'))
})
