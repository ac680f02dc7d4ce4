import { createStore } from 'zustand/vanilla'

import { BASE_SEPOLIA } from '../../../../contract/wallet/networks.ts'
import type { PaymentOffer } from '../../../../contract/wallet/payment/payment-offer.ts'
import { newNonce } from '../../../../contract/wallet/sign-in.ts'
import type { Connection } from '../../client/connection/connections.ts'
import type { BalanceReading, PayeePin } from '../../storage/payments/payment-database.ts'
import {
  advanceIntent,
  isOpen,
  newIntent,
  type PaymentIntent,
} from '../../storage/payments/payment-intent.ts'
import type { EvmDriver, WalletSession } from '../session/wallet-session.ts'
import { createWallet, type Wallet } from '../wallet.ts'
import type { WalletWorld } from '../world.ts'

/*
 * A wallet for tests, whose every call can be made to fail, hang, or be interrupted: a service that
 * credits a payment once, a payment log in memory, a wallet that counts what it signs, and locks over "tabs".
 */

export const ORIGIN = 'http://127.0.0.1:4310'
export const WALLET = '0x00000000000000000000000000000000000000A1'
export const PAY_TO = '0x00000000000000000000000000000000000000b2'
export const AMOUNT = 5_000_000

export const session: WalletSession = {
  family: 'evm',
  id: 'test',
  name: 'Test wallet',
  address: WALLET,
  kind: 'wallet',
  chainId: BASE_SEPOLIA.chainId,
}

export const connection: Connection = {
  id: 'local',
  session: 'local',
  name: 'This machine',
  kind: 'local',
  baseUrl: `${ORIGIN}/api/v1`,
  providerName: 'vendor',
}

const requirement = {
  scheme: 'exact',
  network: BASE_SEPOLIA.id,
  amount: '5000000',
  asset: BASE_SEPOLIA.asset,
  payTo: PAY_TO,
  maxTimeoutSeconds: 300,
  extra: { name: 'USDC', version: '2' },
}

export const offer: PaymentOffer = {
  network: BASE_SEPOLIA,
  payTo: PAY_TO,
  minimumAtomic: AMOUNT,
  timeoutSeconds: 300,
  requirement,
}

/** What is done to one call: `n` is 1 for the first call of that name. */
export interface Fault {
  call: string
  n: number
  how: 'throws' | 'hangs' | ((proceed: () => Promise<unknown>) => Promise<unknown>)
}

/** What a test can look at and change behind the world's back. */
export interface FakeState {
  now: number
  connection: Connection | undefined
  account: { balanceMicroUsd?: number; balanceAt?: number }
  /** What the page shows, and what the service says of the wallet. */
  microDiem?: number
  serviceMicroDiem?: number
  payments: Map<string, PaymentIntent>
  pins: Map<string, PayeePin>
  readings: BalanceReading[]
  /** Texts and transfers that the wallet signed. */
  signedTexts: string[]
  signedTransfers: number
  /** Payment headers that reached the service, and those it credited. */
  received: string[]
  credited: Set<string>
  /** By the wallet's own word. */
  wallet: { address: string | undefined; chainId: number }
  /** Every call, in order, as `name` and how often that name was called before. */
  calls: { call: string; n: number }[]
}

export function createFakeWallet(faults: readonly Fault[] = []): {
  wallet: Wallet
  state: FakeState
} {
  const state: FakeState = {
    now: 1_800_000_000_000,
    connection,
    account: {},
    payments: new Map(),
    pins: new Map(),
    readings: [],
    signedTexts: [],
    signedTransfers: 0,
    received: [],
    credited: new Set(),
    wallet: { address: WALLET, chainId: BASE_SEPOLIA.chainId },
    calls: [],
  }

  /** A call that a fault may hit. */
  const call = async <Result>(
    name: string,
    work: () => Result | Promise<Result>,
  ): Promise<Result> => {
    const n = state.calls.filter((one) => one.call === name).length + 1
    state.calls.push({ call: name, n })
    const fault = faults.find((one) => one.call === name && one.n === n)
    if (fault === undefined) return work()
    if (fault.how === 'throws') throw new Error(`${name} failed`)
    if (fault.how === 'hangs') return new Promise(() => undefined)
    return (await fault.how(async () => work())) as Result
  }

  const connectionListeners = new Set<() => void>()
  const accountListeners = new Set<Parameters<WalletWorld['account']['subscribe']>[0]>()
  const setConnection = (next: Connection | undefined) => {
    state.connection = next
    for (const listener of connectionListeners) listener()
  }
  const showBalance = (account: FakeState['account']) => {
    const before = state.account
    state.account = account
    for (const listener of accountListeners) listener(account, before)
  }
  let before: Connection | undefined

  const driver: EvmDriver = {
    connect: () => Promise.resolve(),
    disconnect: () => Promise.resolve(),
    current: () => call('wallet.current', () => ({ ...state.wallet })),
    signText: (_address, text) =>
      call('wallet.signText', () => {
        state.signedTexts.push(text)
        return `0x${'11'.repeat(65)}`
      }),
    signTransfer: () =>
      call('wallet.signTransfer', () => {
        state.signedTransfers += 1
        return `0x${'22'.repeat(65)}`
      }),
    switchTo: () => call('wallet.switchTo', () => undefined),
    request: () => call('wallet.request', () => Promise.reject(new Error('not readable'))),
  }

  const wallet = createWallet({
    connections: {
      current: () => state.connection,
      payWithWallet: (credential) => {
        if (state.connection === undefined) return
        before ??= state.connection
        state.account = {}
        setConnection({ ...state.connection, credential })
      },
      restorePaymentMethod: () => setConnection(before),
      subscribe: (listener) => {
        connectionListeners.add(listener)
        return () => connectionListeners.delete(listener)
      },
    },
    account: {
      current: () => state.account,
      show: (balanceMicroUsd, balanceAt) => showBalance({ balanceMicroUsd, balanceAt }),
      showDiem: (microDiem) => (state.microDiem = microDiem),
      subscribe: (listener) => {
        accountListeners.add(listener)
        return () => accountListeners.delete(listener)
      },
    },
    signatureWaits: createStore(() => ({ waiting: [] })),
    api: {
      signInChallenge: () =>
        call('api.signInChallenge', () => ({
          challenge: {
            info: {
              domain: new URL(ORIGIN).host,
              uri: `${ORIGIN}/api/v1/x402/balance/${WALLET}`,
              version: '1',
              nonce: newNonce(),
              issuedAt: new Date(state.now).toISOString(),
              expirationTime: new Date(state.now + 240_000).toISOString(),
            },
            supportedChains: [{ chainId: BASE_SEPOLIA.id, type: 'eip191' as const }],
          },
        })),
      walletBalance: (asking, wallet, signal) =>
        call('api.walletBalance', async () => {
          const url = `${asking.baseUrl}/x402/balance/${wallet}`
          try {
            await asking.credential?.authorize({ method: 'GET', url }, signal)
          } catch {
            return { kind: 'declined' as const, message: 'The request was not authenticated.' }
          }
          const { serviceMicroDiem: microDiem } = state
          const diem = microDiem === undefined ? {} : { microDiem }
          return { microUsd: state.credited.size * AMOUNT, at: state.now, ...diem }
        }),
      walletTransactions: (_connection, _wallet, { offset }) =>
        call('api.walletTransactions', () => ({
          transactions: [...state.credited].map((id) => ({
            id,
            amount: AMOUNT / 1_000_000,
            balanceAfter: (state.credited.size * AMOUNT) / 1_000_000,
            type: 'TOP_UP',
            createdAt: new Date(state.now).toISOString(),
          })),
          unreadable: 0,
          offset,
          hasMore: false,
        })),
      topUpRequirements: () =>
        call('api.topUpRequirements', () => ({
          required: { x402Version: 2, accepts: [requirement] },
          header: 'same' as const,
          at: state.now,
        })),
      topUp: (_connection, { header }) =>
        call('api.topUp', () => {
          state.received.push(header)
          state.credited.add(header)
          return {
            ok: true as const,
            status: 200,
            credit: { wallet: WALLET, creditedMicroUsd: AMOUNT, balanceMicroUsd: AMOUNT },
          }
        }),
    },
    paymentLog: {
      list: () =>
        call('paymentLog.list', () =>
          [...state.payments.values()].toSorted((a, b) => b.createdAt - a.createdAt),
        ),
      find: (id) => call('paymentLog.find', () => state.payments.get(id)),
      open: (plan, seenUntil) =>
        call('paymentLog.open', () => {
          const others = [...state.payments.values()]
          const open = others.find(isOpen)
          if (open !== undefined) return { reason: 'open payment' as const, payment: open }
          const later = others.find(({ createdAt }) => createdAt > seenUntil)
          if (later !== undefined) return { reason: 'newer payment' as const, payment: later }
          const intent = newIntent(plan)
          state.payments.set(plan.id, intent)
          return intent
        }),
      record: (id, event) =>
        call('paymentLog.record', () => {
          const current = state.payments.get(id)
          const next = current && advanceIntent(current, event)
          if (next !== undefined) state.payments.set(id, next)
          return next
        }),
      ensureRoom: () => call('paymentLog.ensureRoom', () => undefined),
      findPayee: (origin, network) =>
        call('paymentLog.findPayee', () => state.pins.get(`${origin} ${network}`)),
      pinPayee: (origin, network, payTo) =>
        call('paymentLog.pinPayee', () => {
          const id = `${origin} ${network}`
          if (!state.pins.has(id)) state.pins.set(id, { id, payTo, at: state.now })
        }),
    },
    readings: {
      list: (owner) =>
        call('readings.list', () => state.readings.filter((reading) => reading.owner === owner)),
      save: (reading) =>
        call('readings.save', () => {
          state.readings.push(reading)
        }),
    },
    openDrivers: () => ({
      evm: () => call('drivers.evm', () => driver),
      solana: () => Promise.reject(new Error('not supported')),
      find: () => call('drivers.find', () => undefined),
      resume: () => call('drivers.resume', () => undefined),
    }),
    loadLocalChains: () => call('loadLocalChains', () => undefined),
    locks: createLocks(),
    origin: ORIGIN,
    isOnline: () => true,
    now: () => state.now,
    random: () => 0,
    sleep: (ms) => {
      state.now += Math.max(1, ms)
      return new Promise((resolve) => setImmediate(resolve))
    },
  })
  return { wallet, state }
}

/** Locks as browsers have them: one holder at a time, the others in order or at once told that it is taken. */
function createLocks(): NonNullable<WalletWorld['locks']> {
  const queues = new Map<string, Promise<unknown>>()
  const request = async (
    name: string,
    ...rest: [LockOptions, LockGrantedCallback<unknown>] | [LockGrantedCallback<unknown>]
  ): Promise<unknown> => {
    const [options, work] = rest.length === 1 ? [{}, rest[0]] : rest
    const held = queues.get(name)
    if (held !== undefined && options.ifAvailable === true) return work(null)
    const mine = (held ?? Promise.resolve())
      .catch(() => undefined)
      .then(() => work({ name, mode: 'exclusive' }))
    queues.set(name, mine)
    try {
      return await mine
    } finally {
      if (queues.get(name) === mine) queues.delete(name)
    }
  }
  // The overloads of the platform's own declaration cannot be written as one function.
  return { request: request as LockManager['request'] }
}

/** Waits until a call was made. */
export async function reached(state: FakeState, call: string, n = 1): Promise<void> {
  while (!state.calls.some((one) => one.call === call && one.n === n))
    await new Promise((resolve) => setImmediate(resolve))
}

/** Lets everything that can go on do so. */
export async function settled(): Promise<void> {
  for (let turn = 0; turn < 50; turn++) await new Promise((resolve) => setImmediate(resolve))
}
