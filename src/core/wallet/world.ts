import type { StoreApi } from 'zustand/vanilla'

import type { Client } from '../client/client.ts'
import type { Connection } from '../client/connection/connections.ts'
import type { CredentialSource } from '../client/connection/credential.ts'
import type { SignatureWait } from '../client/connection/signature-wait.ts'
import type { LocalChains } from '../client/connection/wallet-config.ts'
import type { topUp, topUpRequirements } from '../client/wallet/top-up.ts'
import type {
  signInChallenge,
  walletBalance,
  walletTransactions,
} from '../client/wallet/wallet-reads.ts'
import type { listBalances, saveBalance } from '../storage/payments/balance-readings.ts'
import type { findPayee, pinPayee } from '../storage/payments/payee-pins.ts'
import type { ensureRoom } from '../storage/payments/payment-database.ts'
import type {
  findPayment,
  listPayments,
  openPayment,
  recordPayment,
} from '../storage/payments/payment-log.ts'
import type { SessionState, WalletDrivers } from './session/wallet-session.ts'

/** A call of the API whose client is known. */
type WithoutClient<Call> = Call extends (client: Client, ...given: infer Given) => infer Result
  ? (...given: Given) => Result
  : never

/** What paying from a wallet touches outside itself, so that a test can abort, fail and delay each of it. */
export interface WalletWorld {
  connections: {
    current: () => Connection | undefined
    /** Pays the requests of the current connection from a wallet, until `restorePaymentMethod`. */
    payWithWallet: (credential: CredentialSource) => void
    restorePaymentMethod: () => void
    /** Calls back when the connection, or how it is paid, changed. Returns the way to stop. */
    subscribe: (listener: () => void) => () => void
  }
  /** The account of the current connection, as its responses tell it. */
  account: {
    current: () => AccountBalance
    /** Shows a balance that is known from elsewhere. */
    show: (microUsd: number, at: number) => void
    showDiem: (microDiem: number) => void
    subscribe: (listener: (now: AccountBalance, before: AccountBalance) => void) => () => void
  }
  /** The requests that wait for the wallet, oldest first. */
  signatureWaits: StoreApi<{ waiting: readonly SignatureWait[] }>
  api: {
    signInChallenge: WithoutClient<typeof signInChallenge>
    walletBalance: WithoutClient<typeof walletBalance>
    walletTransactions: WithoutClient<typeof walletTransactions>
    topUpRequirements: WithoutClient<typeof topUpRequirements>
    topUp: WithoutClient<typeof topUp>
  }
  /** The payments of this browser; each call rejects where storage is refused. */
  paymentLog: {
    list: typeof listPayments
    find: typeof findPayment
    open: typeof openPayment
    record: typeof recordPayment
    ensureRoom: typeof ensureRoom
    findPayee: typeof findPayee
    pinPayee: typeof pinPayee
  }
  readings: { list: typeof listBalances; save: typeof saveBalance }
  /** Makes the way to the wallets of this browser, which show in this store what becomes of them. */
  openDrivers: (session: StoreApi<SessionState>) => WalletDrivers
  /** The chains of the service that served the page; undefined when it runs none. */
  loadLocalChains: () => Promise<LocalChains | undefined>
  /** Locks over all tabs; undefined in browsers without them. */
  locks: Pick<LockManager, 'request'> | undefined
  /** Origin of the page. */
  origin: string
  isOnline: () => boolean
  /** Unix ms. */
  now: () => number
  /** Between 0 and 1. */
  random: () => number
  /** Waits, or less when something happened that makes looking again worth while. */
  sleep: (ms: number) => Promise<void>
}

/** Credit left in micro-USD as last heard of, and when (Unix ms). */
interface AccountBalance {
  balanceMicroUsd?: number
  balanceAt?: number
}

/** Resolves once a signal is aborted; at once when it is already. */
export function aborted(signal: AbortSignal): Promise<undefined> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve(undefined)
    signal.addEventListener('abort', () => resolve(undefined), { once: true })
  })
}

/** Rejects once a signal is aborted: the other side of a race with what the signal stops. */
export function rejectOnAbort(signal: AbortSignal, error: () => Error): Promise<never> {
  const rejection = aborted(signal).then(() => Promise.reject(error()))
  // It may come before the race, or after it.
  rejection.catch(() => undefined)
  return rejection
}

/** What `read` returns once it does; it is called with every change. Undefined after `ms`, or once aborted. */
export function waitUntil<Value>(
  read: () => Value | undefined,
  subscribe: (listener: () => void) => () => void,
  ms: number,
  signal?: AbortSignal,
): Promise<Value | undefined> {
  return new Promise((resolve) => {
    const settle = () => {
      clearTimeout(timer)
      unsubscribe()
      signal?.removeEventListener('abort', settle)
      resolve(signal?.aborted === true ? undefined : read())
    }
    const timer = setTimeout(settle, ms)
    const unsubscribe = subscribe(() => {
      if (read() !== undefined) settle()
    })
    signal?.addEventListener('abort', settle)
    if (signal?.aborted === true || read() !== undefined) settle()
  })
}
