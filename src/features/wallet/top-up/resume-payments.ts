import { networkOf } from '../../../../contract/wallet/networks.ts'
import type { Connection } from '../../../core/client/connection/connections.ts'
import type { LocalChains } from '../../../core/client/connection/wallet-config.ts'
import { topUp } from '../../../core/client/wallet/top-up.ts'
import { balanceOwner, saveBalance } from '../../../core/storage/payments/balance-readings.ts'
import { isOpen, type PaymentIntent } from '../../../core/storage/payments/payment-intent.ts'
import {
  findPayment,
  listPayments,
  paymentLock,
  recordPayment,
} from '../../../core/storage/payments/payment-journal.ts'
import { client } from '../../../page/client.ts'
import { chainReader } from '../chain/chain-reader.ts'
import { type ChainFinding, findAuthorization } from '../chain/evm-reads.ts'
import { findTransfer } from '../chain/solana-reads.ts'
import { followPayment } from './follow-payment.ts'
import { noteFinding, noteResumed, paymentsStore } from './payments-store.ts'

/** How often it is tried to write while the disk is full, ms. */
const WRITE_AGAIN_MS = 2000

/** Follows one payment to its end. The caller holds its lock. */
export async function follow(
  payment: PaymentIntent,
  local: LocalChains | undefined,
): Promise<PaymentIntent> {
  const { origin, baseUrl, providerName, headerName } = payment
  const isLocal = origin === location.origin
  const connection: Connection = {
    id: payment.id,
    kind: isLocal ? 'local' : 'remote',
    baseUrl,
    providerName,
  }
  const ended = await followPayment(payment, {
    send: ({ header = '' }) =>
      topUp(client, connection, { headerName, header }, new AbortController().signal),
    find: finderOf(payment, local),
    // What was never signed need not be followed; it is closed when that can be written.
    record: payment.state === 'intent' ? recordPayment : recordInTheEnd,
    now: Date.now,
    sleep: untilLater,
    random: Math.random,
    isWanted: () => true,
    tell: (finding) => noteFinding(payment.id, finding),
  })
  if (ended.end?.state === 'credited') await keepBalance(ended, ended.end.balanceMicroUsd)
  return ended
}

/** Payments that another tab works on and this one waits for, in case that tab dies. */
const waitedFor = new Set<string>()

/**
 * Takes up every payment that an earlier visit, a crash or another tab left open, each in its own lock. One that
 * another tab is working on is left to it for as long as that tab lives.
 */
export async function resumePayments(local: LocalChains | undefined): Promise<void> {
  const open = (await listPayments().catch(() => [])).filter(isOpen)
  await Promise.all(open.map((payment) => resume(payment, local)))
}

async function resume(payment: PaymentIntent, local: LocalChains | undefined): Promise<void> {
  const { id } = payment
  const lock = paymentLock(payment)
  await navigator.locks?.request(lock, { ifAvailable: true }, async (held) => {
    if (held !== null) return takeUp(id, local)
    if (waitedFor.has(id)) return
    waitedFor.add(id)
    void navigator.locks.request(lock, () => takeUp(id, local)).finally(() => waitedFor.delete(id))
  })
}

/** Goes on with a payment that is still open. The caller holds its lock. */
async function takeUp(id: string, local: LocalChains | undefined): Promise<void> {
  const current = await findPayment(id)
  if (current === undefined || !isOpen(current)) return
  if (current.state !== 'intent') noteResumed(id, false)
  await follow(current, local).catch(() => undefined)
}

/** Writes down what happened, however long that takes: a full disk must not end the following of a payment. */
async function recordInTheEnd(
  ...entry: Parameters<typeof recordPayment>
): Promise<PaymentIntent | undefined> {
  for (;;) {
    try {
      const next = await recordPayment(...entry)
      paymentsStore.setState({ isUnwritable: false })
      return next
    } catch {
      paymentsStore.setState({ isUnwritable: true })
      await untilLater(WRITE_AGAIN_MS)
    }
  }
}

/** How the chain is asked about a payment; undefined where it cannot be. */
function finderOf(
  { network: id, asset, payTo, amountMicroUsd }: PaymentIntent,
  local: LocalChains | undefined,
): ((payment: PaymentIntent) => Promise<ChainFinding>) | undefined {
  const network = networkOf(id)
  if (network === undefined) return undefined
  return async ({ trace }) => {
    const rpc = chainReader(network, local)
    if (rpc === undefined || trace === undefined)
      throw new Error('This page cannot read the chain.')
    return trace.family === 'evm'
      ? findAuthorization(rpc, { ...trace, asset, payTo, amountAtomic: BigInt(amountMicroUsd) })
      : findTransfer(rpc, trace)
  }
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

async function keepBalance({ origin, wallet }: PaymentIntent, microUsd: number): Promise<void> {
  const at = Date.now()
  const { credential, baseUrl } = client.connections.store.getState().connection ?? {}
  if (credential?.kind === 'wallet' && baseUrl !== undefined && new URL(baseUrl).origin === origin)
    client.accounts.current.setState({ balanceMicroUsd: microUsd, balanceAt: at })
  await saveBalance({ owner: balanceOwner(origin, wallet), at, microUsd, source: 'top-up' }).catch(
    () => undefined,
  )
}
