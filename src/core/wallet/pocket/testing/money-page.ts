import { createStore } from 'zustand/vanilla'

import type { Connection } from '../../../client/connection/connections.ts'
import { topUp, topUpRequirements } from '../../../client/wallet/top-up.ts'
import {
  signInChallenge,
  walletBalance,
  walletTransactions,
} from '../../../client/wallet/wallet-reads.ts'
import { listBalances, saveBalance } from '../../../storage/payments/balance-readings.ts'
import { findPayee, pinPayee } from '../../../storage/payments/payee-pins.ts'
import { ensureRoom } from '../../../storage/payments/payment-database.ts'
import {
  findPayment,
  listPayments,
  openPayment,
  recordPayment,
} from '../../../storage/payments/payment-log.ts'
import * as pocketStorage from '../../../storage/pocket/pocket-records.ts'
import type { EvmDriver, SolanaDriver } from '../../session/wallet-session.ts'
import { createWallet, type Wallet } from '../../wallet.ts'
import type { Pocket } from '../pocket-account.ts'
import { openPocketDrivers } from '../pocket-drivers.ts'
import type { ChainWorld } from './chain-world.ts'
import { type fakePocketBrowser, PROOF } from './fake-pocket.ts'
import { type browserLocks, type CallFault, faultyCalls } from './faulty-calls.ts'

/** A page of a test's browser, over the chains of a world. */
export interface MoneyPage {
  wallet: Wallet
  pocket: Pocket
  /** The names of its calls so far, in order. */
  calls: readonly string[]
  /** Resolves once it has ended. */
  died: Promise<void>
  close: () => void
}

interface Browser {
  world: ChainWorld
  pockets: Awaited<ReturnType<typeof fakePocketBrowser>>
  locks: ReturnType<typeof browserLocks>
  main: { evm?: EvmDriver; solana?: SolanaDriver }
}

/** Opens a page whose vault is unlocked, with one fault at most. */
export async function openMoneyPage(
  { world, pockets, locks, main }: Browser,
  fault?: { at: number; how: CallFault },
): Promise<MoneyPage> {
  const { local, origin } = world
  const client = world.openClient()
  const own = locks.openTab()
  const calls = faultyCalls(fault, own.release)
  const { wrap } = calls
  const { reservePocketSpend, updatePocketAccount } = pocketStorage
  const { pocket, vault } = pockets.openTab({
    storage: {
      ...pocketStorage,
      // Its type has a parameter of its own.
      reservePocketSpend: wrap('reserve', reservePocketSpend) as typeof reservePocketSpend,
      updatePocketAccount: wrap('update account', updatePocketAccount),
    },
    findPayee,
    now: Date.now,
  })
  await vault.load()
  await (vault.store.getState().status === 'none' ? vault.setUp(PROOF) : vault.unlock(PROOF))
  let connection: Connection = {
    id: 'local',
    session: 'local',
    name: 'This machine',
    kind: 'local',
    baseUrl: `${origin}/api/v1`,
    providerName: 'vendor',
  }
  const plain = connection
  const listeners = new Set<() => void>()
  const setConnection = (next: Connection) => {
    connection = next
    for (const listener of listeners) listener()
  }
  const wallet = createWallet({
    connections: {
      current: () => connection,
      payWithWallet: (credential) => setConnection({ ...plain, credential }),
      restorePaymentMethod: () => setConnection(plain),
      subscribe: (listener) => {
        listeners.add(listener)
        return () => listeners.delete(listener)
      },
    },
    account: {
      current: () => ({}),
      show: () => undefined,
      showDiem: () => undefined,
      subscribe: () => () => undefined,
    },
    signatureWaits: createStore(() => ({ waiting: [] })),
    api: {
      signInChallenge: wrap('challenge', (...asked) => signInChallenge(client, ...asked)),
      walletBalance: wrap('balance', (...asked) => walletBalance(client, ...asked)),
      walletTransactions: (...asked) => walletTransactions(client, ...asked),
      topUpRequirements: wrap('requirements', (...asked) => topUpRequirements(client, ...asked)),
      topUp: wrap('top-up', (...asked) => topUp(client, ...asked)),
    },
    paymentLog: {
      list: wrap('list', listPayments),
      find: wrap('find', findPayment),
      open: wrap('open', openPayment),
      record: wrap('record', recordPayment),
      ensureRoom: wrap('room', ensureRoom),
      findPayee: wrap('find payee', findPayee),
      pinPayee: wrap('pin payee', pinPayee),
    },
    readings: { list: listBalances, save: saveBalance },
    openDrivers: (session) => {
      const drivers = openPocketDrivers(pocket, session)
      const isPocket = (which?: 'main' | 'pocket') =>
        which === undefined ? session.getState().session?.kind === 'pocket' : which === 'pocket'
      return {
        evm: async (which) => {
          const driver = isPocket(which) ? drivers.evm : main.evm
          if (driver === undefined) throw new Error('NotConnected')
          return {
            ...driver,
            current: wrap('current', () => driver.current()),
            signTransfer: wrap('sign', (...asked: Parameters<EvmDriver['signTransfer']>) =>
              driver.signTransfer(...asked),
            ),
            request: wrap('request', (...asked: Parameters<EvmDriver['request']>) =>
              driver.request(...asked),
            ),
          }
        },
        solana: async (which) => {
          const driver = isPocket(which) ? drivers.solana : main.solana
          if (driver === undefined) throw new Error('NotConnected')
          return {
            ...driver,
            current: wrap('current', () => driver.current()),
            signTransaction: wrap('sign', (bytes: Uint8Array) => driver.signTransaction(bytes)),
          }
        },
        find: () => Promise.resolve(),
        resume: () => Promise.resolve(),
      }
    },
    loadLocalChains: () => Promise.resolve(local),
    locks: own.locks,
    origin,
    isOnline: () => true,
    now: Date.now,
    random: () => 0,
    sleep: () => calls.alive(new Promise((resolve) => setImmediate(resolve))),
  })
  wallet.view.setState({ local })
  return { wallet, pocket, calls: calls.names, died: calls.died, close: () => calls.die() }
}
