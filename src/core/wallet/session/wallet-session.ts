import { createStore, type StoreApi } from 'zustand/vanilla'

import type { Advice } from '../../../../contract/errors/advice.ts'
import type { EvmNetwork } from '../../../../contract/wallet/networks.ts'
import type { Authorization } from '../../../../contract/wallet/payment/payment-payload.ts'
import type { LocalChains } from '../../client/connection/wallet-config.ts'
import { localText } from '../../storage/db/browser-storage.ts'

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
  /** Looks for wallets of both families, the practice wallet among them where there are local chains. */
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

const KEY = 'playground.wallet'

/** Which wallet was connected last: its kind and id, never an address. */
interface RememberedWallet {
  family: WalletFamily
  id: string
}

/** The wallet to reconnect silently; undefined when there is none or storage is refused. */
export function rememberedWallet(): RememberedWallet | undefined {
  const [, family, id] = /^(evm|solana) (.{1,200})$/.exec(localText.load(KEY) ?? '') ?? []
  return id === undefined ? undefined : { family: family === 'solana' ? 'solana' : 'evm', id }
}

export function rememberWallet({ family, id }: RememberedWallet): void {
  // Without storage it is asked for again on the next visit.
  localText.save(KEY, `${family} ${id}`)
}

export function forgetWallet(): void {
  localText.remove(KEY)
}

/** What went wrong in a wallet, from whatever it threw (EIP-1193 codes, or a Wallet Standard error's words). */
export function walletProblemOf(error: unknown): WalletProblem {
  for (const one of chainOf(error)) {
    const { code, name, message } = one
    const words = `${name ?? ''} ${message ?? ''}`
    if (code === 4001 || /reject|denied|declin|cancel/i.test(words)) return 'rejected'
    if (code === -32002 || /already pending|already processing/i.test(words)) return 'busy'
    if (code === 4100 || /locked|unauthori[sz]ed/i.test(words)) return 'locked'
    if (code === 4900 || /NotConnected|Disconnected|NotFound/.test(words)) return 'gone'
    if (code === 4200 || code === -32601 || /not support/i.test(words)) return 'unsupported'
  }
  return 'failed'
}

interface Thrown {
  code?: unknown
  name?: string
  message?: string
}

function chainOf(error: unknown): Thrown[] {
  const found: Thrown[] = []
  let one = error
  for (let depth = 0; depth < 6 && typeof one === 'object' && one !== null; depth++) {
    const code: unknown = Reflect.get(one, 'code')
    const name: unknown = Reflect.get(one, 'name')
    const message: unknown = Reflect.get(one, 'message')
    found.push({
      code,
      ...(typeof name === 'string' ? { name } : {}),
      ...(typeof message === 'string' ? { message } : {}),
    })
    one = Reflect.get(one, 'cause') ?? Reflect.get(one, 'error')
  }
  return found
}

/** What each problem is in words. */
export const WALLET_PROBLEMS: Readonly<Record<WalletProblem, Advice>> = {
  rejected: {
    title: 'You rejected the request',
    meaning: 'Nothing was signed or sent.',
    nextStep: "Try again when you're ready.",
  },
  busy: {
    title: 'A request is already pending in your wallet',
    meaning: 'Your wallet shows one request at a time. Nothing was sent.',
    nextStep: 'Open your wallet, confirm or reject that request, then try again.',
  },
  locked: {
    title: 'Your wallet is locked',
    meaning: 'Nothing was sent.',
    nextStep: 'Unlock it, allow this site, then try again.',
  },
  gone: {
    title: 'Wallet disconnected',
    meaning: 'It was disconnected or removed. Nothing was sent.',
    nextStep: 'Connect it again.',
  },
  unsupported: {
    title: 'Not supported by this wallet',
    meaning: "It doesn't support the required signature. Nothing was sent.",
    nextStep: 'Use another wallet.',
  },
  failed: {
    title: 'Wallet error',
    meaning: 'Nothing was sent.',
    nextStep: 'Try again, or use another wallet.',
  },
}
