import { createStore, type StoreApi } from 'zustand/vanilla'

import type { EvmNetwork } from '../../../../contract/wallet/networks.ts'
import type { Authorization } from '../../../../contract/wallet/payment/payment-payload.ts'
import type { LocalChains } from '../../client/connection/wallet-config.ts'

export type WalletFamily = 'evm' | 'solana'

/** A wallet that a person may connect. */
export interface WalletChoice {
  family: WalletFamily
  /** Stable between visits: its reverse domain name, or on Solana its name. */
  id: string
  name: string
  /** A data URL that the wallet gave of itself. */
  icon?: string
}

/** The wallet in use. */
export interface WalletSession extends WalletChoice {
  address: string
  /**
   * `practice`: keys of this browser for the local service's chains, not a wallet of anyone. `pocket`: keys of
   * this browser that sign by themselves, within limits. `wallet`: a person's, which prompts.
   */
  kind: 'practice' | 'pocket' | 'wallet'
  /** EVM only: the chain the wallet is on now. */
  chainId?: number
}

/** What a wallet can be asked to do. Each call may take as long as the person takes. */
export interface WalletDriver {
  connect(id: string): Promise<void>
  disconnect(): Promise<void>
  /** The address and chain by the wallet's own word, now. */
  current(): Promise<{ address: string | undefined; chainId?: number }>
  /** Signs a text; hex on EVM, base58 on Solana. `cost` is for a wallet with limits of its own. */
  signText(address: string, text: string, cost?: SignedCost): Promise<string>
  /**
   * Waits until it can sign without a prompt; absent where the wallet itself prompts. Rejects while locked
   * when `isBackground`: nobody is asked to unlock for what the page sends by itself.
   */
  unlock?(signal: AbortSignal, isBackground?: boolean): Promise<void>
}

/** What a request costs that is signed for. */
export interface SignedCost {
  /** The most that it may cost, micro-USD; undefined when that is not known. */
  maxMicroUsd: number | undefined
  /** Calls back once, with what was charged in micro-USD; undefined when that is not known. */
  onSettled: (listener: (microUsd: number | undefined) => Promise<void>) => void
}

/** What only EVM wallets do. */
export interface EvmDriver extends WalletDriver {
  signTransfer(network: EvmNetwork, authorization: Authorization): Promise<string>
  switchTo(network: EvmNetwork): Promise<void>
  /** Reads the chain that the wallet is on. */
  request(method: string, params: readonly unknown[]): Promise<unknown>
}

/** What only Solana wallets do. */
export interface SolanaDriver extends WalletDriver {
  /** Gives the transaction as the wallet returned it, which may differ from what it was given. */
  signTransaction(bytes: Uint8Array): Promise<Uint8Array>
}

/**
 * The wallets of this browser; their code is fetched at the first call. Without an argument it is the wallet in
 * use. With `main` it is the person's own also while the pocket account is in use, and what is connected then
 * stays beside it: the session is still the pocket's.
 */
export interface WalletDrivers {
  evm: (which?: 'main' | 'pocket') => Promise<EvmDriver>
  /** Rejects where the page did not say how Solana wallets are opened. */
  solana: (which?: 'main' | 'pocket') => Promise<SolanaDriver>
  /**
   * Looks for wallets of both families. The practice wallet is among them where there are local chains.
   */
  find: (local: LocalChains | undefined) => Promise<void>
  /** Reconnects, without asking, the wallet that was connected on the last visit. */
  resume: (local: LocalChains | undefined) => Promise<void>
}

/** The wallets found in this browser, and the one in use. */
export interface SessionState {
  /** The wallets found so far. */
  choices: readonly WalletChoice[]
  session: WalletSession | undefined
  /** What is being connected, by a press, which can be canceled, or silently at the start. */
  connecting: { id: string; family: WalletFamily; silent: boolean; cancel?: () => void } | undefined
  /** Why the last connection failed. */
  problem: WalletProblem | undefined
  /** Why the last request was not signed for. */
  unsigned: WalletProblem | undefined
}

/** Why a wallet did not do what it was asked for. */
export type WalletProblem =
  | 'rejected'
  /** It has a question open already. */
  | 'busy'
  | 'locked'
  /** It went away between the question and the answer. */
  | 'gone'
  | 'unsupported'
  | 'failed'

/** Creates the store of a page that has found no wallet yet. */
export function createSessionStore(): StoreApi<SessionState> {
  return createStore(() => ({
    choices: [],
    session: undefined,
    connecting: undefined,
    problem: undefined,
    unsigned: undefined,
  }))
}
