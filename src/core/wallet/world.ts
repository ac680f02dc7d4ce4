import type { StoreApi } from 'zustand/vanilla'

import type { Failure } from '../../../contract/errors/failure.ts'
import type { SignInChallenge } from '../../../contract/wallet/sign-in-challenge.ts'
import type { Connection } from '../client/connection/connections.ts'
import type { CredentialSource } from '../client/connection/credential.ts'
import type { SignatureWait } from '../client/connection/signature-wait.ts'
import type { LocalChains } from '../client/connection/wallet-config.ts'
import type { TopUpRequirements } from '../client/wallet/top-up-requirements.ts'
import type { TopUpResult } from '../client/wallet/top-up.ts'
import type { WalletBalance } from '../client/wallet/wallet-balance.ts'
import type { BalanceReading, PayeePin } from '../storage/payments/payment-database.ts'
import type {
  PaymentEvent,
  PaymentIntent,
  PaymentPlan,
} from '../storage/payments/payment-intent.ts'
import type { OpeningRefusal } from '../storage/payments/payment-log.ts'
import type { Pairing } from './phone/pairing.ts'
import type { SessionState, WalletDrivers } from './session/wallet-session.ts'

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
    subscribe: (listener: (now: AccountBalance, before: AccountBalance) => void) => () => void
  }
  /** The requests that wait for the wallet, oldest first. */
  signatureWaits: StoreApi<{ waiting: readonly SignatureWait[] }>
  api: {
    signInChallenge: (
      connection: Connection,
      wallet: string,
      signal: AbortSignal,
    ) => Promise<{ challenge: SignInChallenge } | Failure>
    walletBalance: (
      connection: Connection,
      wallet: string,
      signal: AbortSignal,
    ) => Promise<WalletBalance | Failure>
    topUpRequirements: (
      connection: Connection,
      signal: AbortSignal,
    ) => Promise<TopUpRequirements | Failure>
    topUp: (
      connection: Connection,
      payment: { headerName: string; header: string },
      signal: AbortSignal,
    ) => Promise<TopUpResult>
  }
  /** The payments of this browser; each call rejects where storage is refused. */
  paymentLog: {
    list: () => Promise<PaymentIntent[]>
    find: (id: string) => Promise<PaymentIntent | undefined>
    open: (plan: PaymentPlan, seenUntil: number) => Promise<PaymentIntent | OpeningRefusal>
    record: (id: string, event: PaymentEvent) => Promise<PaymentIntent | undefined>
    ensureRoom: () => Promise<void>
    findPayee: (origin: string, network: string) => Promise<PayeePin | undefined>
    pinPayee: (origin: string, network: string, payTo: string) => Promise<void>
  }
  readings: {
    list: (owner: string) => Promise<BalanceReading[]>
    save: (reading: BalanceReading) => Promise<void>
  }
  /** Makes the way to the wallets of this browser, which say in these stores what becomes of them. */
  openDrivers: (stores: { session: StoreApi<SessionState>; pairing: Pairing }) => WalletDrivers
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
