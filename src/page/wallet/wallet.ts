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
import { followOwner } from '../../core/wallet/state/follow-owner.ts'
import { loadLocalChains } from '../../core/wallet/state/local-chains.ts'
import { readPayments } from '../../core/wallet/top-up/flow.ts'
import { resumeTopUps } from '../../core/wallet/top-up/resume-top-ups.ts'
import { createWallet } from '../../core/wallet/wallet.ts'
import { client } from '../client.ts'
import { showSignatureWaits } from './signature-toasts.ts'

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

/** Ends of the waits that are under way. */
const waits = new Set<() => void>()

/** Has what is watched be read at once: a person has just had USDC sent. */
export function readAtOnce(): void {
  for (const end of waits) end()
}

/** Waits, but not past the moment that the network comes back or the page is looked at again. */
function untilLater(ms: number): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer)
      waits.delete(done)
      window.removeEventListener('online', done)
      document.removeEventListener('visibilitychange', done)
      resolve()
    }
    const timer = setTimeout(done, ms)
    waits.add(done)
    window.addEventListener('online', done)
    document.addEventListener('visibilitychange', done)
  })
}
