import { createStore } from 'zustand/vanilla'

import type { EvmNetwork } from '../../../../contract/wallet/networks.ts'
import type { Authorization } from '../../../../contract/wallet/payment-payload.ts'

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
  /** Keys of this browser for the local service's chains, not a wallet of anyone. */
  practice: boolean
  /** EVM only: the chain the wallet is on now. */
  chainId?: number
}

/** What a wallet can be asked to do. Each call may take as long as the person takes. */
export interface WalletDriver {
  connect(id: string): Promise<void>
  disconnect(): Promise<void>
  /** The address and chain by the wallet's own word, now. */
  current(): Promise<{ address: string | undefined; chainId?: number }>
  /** Signs a text; hex on EVM, base58 on Solana. */
  signText(address: string, text: string): Promise<string>
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

interface WalletState {
  /** The wallets found so far. */
  choices: readonly WalletChoice[]
  session: WalletSession | undefined
  /** What is being connected, by a press or silently at the start. */
  connecting: { id: string; family: WalletFamily; silent: boolean } | undefined
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
  /** Phone wallets only, from here on: the page's side gave the pairing up. */
  | 'stopped'
  /** The phone did not answer in time. */
  | 'expired'
  | 'unreachable'
  /** The phone disconnected, or its session ran out. */
  | 'ended'
  /** The session does not allow the chain that is needed. */
  | 'chain'
  | 'failed'

/** The wallets found in this browser, and the one in use. It outlives the wallet area. */
export const walletStore = createStore<WalletState>(() => ({
  choices: [],
  session: undefined,
  connecting: undefined,
  problem: undefined,
  unsigned: undefined,
}))

/** Replaces the choices of one family. */
export function setChoices(family: WalletFamily, found: readonly WalletChoice[]): void {
  walletStore.setState(({ choices }) => ({
    choices: [...choices.filter((choice) => choice.family !== family), ...found],
  }))
}
