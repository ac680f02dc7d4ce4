import type { SignatureWait } from '../../core/client/connection/signature-wait.ts'
import { loadLocalChains as localChainsOf } from '../../core/client/connection/wallet-config.ts'
import { topUp, topUpRequirements } from '../../core/client/wallet/top-up.ts'
import {
  signInChallenge,
  walletBalance,
  walletTransactions,
} from '../../core/client/wallet/wallet-reads.ts'
import { listBalances, saveBalance } from '../../core/storage/payments/balance-readings.ts'
import { findPayee, pinPayee } from '../../core/storage/payments/payee-pins.ts'
import { ensureRoom } from '../../core/storage/payments/payment-database.ts'
import {
  findPayment,
  listPayments,
  openPayment,
  recordPayment,
  subscribePayments,
} from '../../core/storage/payments/payment-log.ts'
import { restorePayingWallet as restore } from '../../core/wallet/session/discover-wallets.ts'
import { createDrivers } from '../../core/wallet/session/drivers.ts'
import { WALLET_PROBLEM_TEXT } from '../../core/wallet/session/wallet-session.ts'
import { followOwner } from '../../core/wallet/state/follow-owner.ts'
import { loadLocalChains } from '../../core/wallet/state/local-chains.ts'
import { readPayments } from '../../core/wallet/top-up/flow.ts'
import { resumeTopUps } from '../../core/wallet/top-up/resume-top-ups.ts'
import { createWallet, type Wallet } from '../../core/wallet/wallet.ts'
import { dismissToast, showToast, toastStore } from '../../ui/feedback/toast.tsx'
import { currentPath } from '../../ui/hooks/location.tsx'
import { client } from '../client.ts'

const { accounts, connections, signatureWaits } = client

/** The page's one wallet, over its own client, storage and the wallets of this browser. */
export const wallet = createWallet({
  connections: {
    current: () => connections.store.getState().connection,
    payWithWallet: (credential) => connections.payWithWallet(credential),
    restorePaymentMethod: () => connections.restorePaymentMethod(),
    subscribe: connections.store.subscribe,
  },
  account: {
    current: accounts.current.getState,
    show: (microUsd, at) => {
      const { connection } = connections.store.getState()
      if (connection !== undefined) accounts.recordBalance(connection, microUsd, at)
    },
    showDiem: (microDiem) => {
      const { connection } = connections.store.getState()
      if (connection !== undefined) accounts.update(connection, () => ({ microDiem }))
    },
    subscribe: accounts.current.subscribe,
  },
  signatureWaits,
  api: {
    signInChallenge: (...asked) => signInChallenge(client, ...asked),
    walletBalance: (...asked) => walletBalance(client, ...asked),
    walletTransactions: (...asked) => walletTransactions(client, ...asked),
    topUpRequirements: (...asked) => topUpRequirements(client, ...asked),
    topUp: (...asked) => topUp(client, ...asked),
  },
  paymentLog: {
    list: listPayments,
    find: findPayment,
    open: openPayment,
    record: recordPayment,
    ensureRoom,
    findPayee,
    pinPayee,
  },
  readings: { list: listBalances, save: saveBalance },
  openDrivers: (session) =>
    createDrivers(session, {
      openSolana: async (store) => (await import('./solana-wallets.tsx')).openSolanaWallets(store),
      openPocket: async (store) => (await import('./pocket.ts')).openPocket(store),
    }),
  loadLocalChains: () => localChainsOf(client),
  locks: client.world.locks,
  origin: client.world.origin,
  isOnline: () => client.world.isOnline(),
  now: () => client.world.clock.now(),
  random: Math.random,
  sleep: untilLater,
})

followOwner(wallet)

/** After this long the wait is said again, with where to look, ms. */
const SILENT_AFTER_MS = 20_000

let nextId = -1

/** What takes the toast of a wait away. */
const shown = new Map<string, () => void>()

showSignatureWaits(wallet)
subscribePayments(() => void readPayments(wallet.payments, wallet.paymentLog))

/** Goes on paying from the wallet that paid on the last visit. */
export function restorePayingWallet(): Promise<void> {
  return restore(wallet)
}

/** Finishes what an earlier visit left open, wherever in the page a person is. Never asks for a signature. */
export async function resumeOpenTopUps(): Promise<void> {
  await loadLocalChains(wallet)
  await resumeTopUps(wallet)
}

/** Waits, but not past the moment that the network comes back or the page is looked at again. */
function untilLater(ms: number): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer)
      window.removeEventListener('online', done)
      document.removeEventListener('visibilitychange', done)
      resolve()
    }
    const timer = setTimeout(done, ms)
    window.addEventListener('online', done)
    document.addEventListener('visibilitychange', done)
  })
}

function follow(waiting: readonly SignatureWait[]): void {
  for (const [id, hide] of shown)
    if (!waiting.some((wait) => wait.id === id)) {
      shown.delete(id)
      hide()
    }
  for (const wait of waiting) if (!shown.has(wait.id)) shown.set(wait.id, show(wait))
}

function show({ method, url, cancel }: SignatureWait): () => void {
  const path = new URL(url).pathname
  let hide = showLasting(`Waiting for your wallet to sign ${method} ${path}`, cancel)
  const timer = setTimeout(() => {
    hide()
    hide = showLasting("Your wallet isn't responding. Open it to find the request.", cancel)
  }, SILENT_AFTER_MS)
  return () => {
    clearTimeout(timer)
    hide()
  }
}

/** A toast that stays until it is taken away. */
function showLasting(text: string, cancel: () => void): () => void {
  const id = nextId--
  toastStore.setState(({ toasts }) => ({
    toasts: [...toasts, { id, text, action: { label: 'Cancel', run: cancel } }],
  }))
  return () => dismissToast(id)
}

/**
 * Says at the edge of the screen that the wallet is asked, for as long as it is, and why it did not sign. Wherever
 * a request is sent from, its signature is asked for in a window that may be behind this one. Returns the way to
 * stop.
 */
export function showSignatureWaits({
  session,
  signatureWaits,
}: Pick<Wallet, 'session' | 'signatureWaits'>): () => void {
  const stops = [
    signatureWaits.subscribe(({ waiting }) => follow(waiting)),
    session.subscribe(({ unsigned }, before) => {
      // The wallet area says it itself, where it belongs.
      if (unsigned === undefined || unsigned === before.unsigned || currentPath() === '/wallet')
        return
      const { title, meaning } = WALLET_PROBLEM_TEXT[unsigned]
      showToast(`${title}. ${meaning}`)
    }),
  ]
  return () => {
    for (const stop of stops) stop()
  }
}
