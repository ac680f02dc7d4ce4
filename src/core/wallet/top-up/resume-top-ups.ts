import { microUsdFrom } from '../../../../contract/money.ts'
import { networkOf } from '../../../../contract/wallet/networks.ts'
import type { Connection } from '../../client/connection/connections.ts'
import { agreedUpstream } from '../../storage/payments/agreed-upstream.ts'
import { balanceOwner } from '../../storage/payments/balance-readings.ts'
import { isOpen, type PaymentIntent } from '../../storage/payments/payment-intent.ts'
import { paymentLock } from '../../storage/payments/payment-log.ts'
import { chainReader } from '../chain/chain-reader.ts'
import type { ChainStatus } from '../chain/evm-reads.ts'
import { findTransfer } from '../chain/solana-reads.ts'
import { checkReceipt } from '../receipt/check-receipt.ts'
import { walletCredential } from '../sign-in/wallet-credential.ts'
import { currentOwner, recordBalance } from '../state/balances.ts'
import { refreshBalance } from '../state/sign-in.ts'
import type { Wallet } from '../wallet.ts'
import { markResumed, recordChainStatus } from './flow.ts'
import { followPayment, type FollowDeps } from './follow-payment.ts'

/** How often it is tried to write while the disk is full, ms. */
const WRITE_AGAIN_MS = 2000

/** Follows one payment to its end. The caller holds its lock. Rejects only for one that was never signed. */
export async function follow(wallet: Wallet, payment: PaymentIntent): Promise<PaymentIntent> {
  const { origin, baseUrl, providerName, headerName } = payment
  const isLocal = origin === wallet.origin
  const kind = isLocal ? 'local' : 'remote'
  const { id } = payment
  const name = new URL(baseUrl).host
  const connection: Connection = { id, session: id, name, kind, baseUrl, providerName }
  const ended = await followPayment(payment, {
    send: ({ header = '' }) =>
      wallet.api.topUp(connection, { headerName, header }, new AbortController().signal),
    queryChain: chainQueryOf(wallet, payment),
    findCredit: (sent) => findCredit(wallet, sent),
    // What was never signed need not be followed; it is closed when that can be written.
    record: payment.state === 'intent' ? wallet.paymentLog.record : recordInTheEnd(wallet),
    now: wallet.now,
    sleep: wallet.sleep,
    random: wallet.random,
    shouldContinue: () => true,
    onChainStatus: (chainStatus) => recordChainStatus(wallet.payments, payment.id, chainStatus),
  })
  if (ended.end?.state === 'credited' && ended.end.balanceMicroUsd !== undefined)
    await recordBalance(wallet, {
      owner: balanceOwner(origin, ended.wallet),
      at: wallet.now(),
      microUsd: ended.end.balanceMicroUsd,
      source: 'top-up',
    })
  else if (ended.end?.state === 'credited') await readBalanceAgain(wallet, ended)
  await keepReceiptCheck(wallet, ended)
  return ended
}

/** Reads a balance that no response reported, where that prompts nobody; a person refreshes the others. */
async function readBalanceAgain(wallet: Wallet, { origin, wallet: payer }: PaymentIntent) {
  const owner = currentOwner(wallet)
  if (owner?.id === balanceOwner(origin, payer) && owner.session.kind !== 'wallet')
    await refreshBalance(wallet)
}

/** Checks the receipt of a credit. Whatever comes of it, the credit stands. */
async function keepReceiptCheck({ paymentLog }: Wallet, ended: PaymentIntent): Promise<void> {
  try {
    const check = await checkReceipt(ended, agreedUpstream(ended.baseUrl))
    if (check !== undefined) await paymentLog.record(ended.id, { type: 'receipt checked', check })
  } catch {
    // Its code can't be loaded, or the disk is full: it stays a receipt that nobody checked.
  }
}

/**
 * Takes up every payment that an earlier visit, a crash or another tab left open, each in its own lock. One that
 * another tab is working on is left to it for as long as that tab lives. Never rejects: what cannot be taken up
 * now stays open in the payment log.
 */
export async function resumeTopUps(wallet: Wallet): Promise<void> {
  const open = (await wallet.paymentLog.list().catch(() => [])).filter(isOpen)
  await Promise.all(open.map((payment) => resume(wallet, payment).catch(() => undefined)))
}

async function resume(wallet: Wallet, payment: PaymentIntent): Promise<void> {
  const { locks, pending } = wallet
  const { id } = payment
  const lock = paymentLock(payment)
  await locks?.request(lock, { ifAvailable: true }, async (held) => {
    if (held !== null) return resumeOpen(wallet, id)
    if (pending.awaitedPayments.has(id)) return
    pending.awaitedPayments.add(id)
    void locks
      .request(lock, () => resumeOpen(wallet, id))
      .catch(() => undefined)
      .finally(() => pending.awaitedPayments.delete(id))
  })
}

/** Goes on with a payment that is still open. The caller holds its lock. */
async function resumeOpen(wallet: Wallet, id: string): Promise<void> {
  const current = await wallet.paymentLog.find(id)
  if (current === undefined || !isOpen(current)) return
  if (current.state !== 'intent') markResumed(wallet.payments, id, false)
  await follow(wallet, current)
}

/** Writes down what happened, however long that takes: a full disk must not end the following of a payment. */
function recordInTheEnd({ paymentLog, payments, sleep }: Wallet): Wallet['paymentLog']['record'] {
  return async (id, event) => {
    for (;;) {
      try {
        const next = await paymentLog.record(id, event)
        payments.setState({ isUnwritable: false })
        return next
      } catch {
        payments.setState({ isUnwritable: true })
        await sleep(WRITE_AGAIN_MS)
      }
    }
  }
}

/** How far the clocks of this computer and of a service may differ, ms. */
const CLOCK_SKEW_MS = 60_000

/**
 * The credit of a payment among the wallet's transactions. Undefined where they can't be read now, and for a wallet
 * that would ask for a signature: a person refreshes the balance of that.
 */
async function findCredit(
  wallet: Wallet,
  { origin, wallet: payer, amountMicroUsd, createdAt }: PaymentIntent,
): ReturnType<FollowDeps['findCredit']> {
  const owner = currentOwner(wallet)
  if (owner?.origin !== origin || owner.session.address !== payer) return undefined
  if (owner.session.kind === 'wallet') return undefined
  const { connection, session } = owner
  const read = await wallet.api.walletTransactions(
    { ...connection, credential: walletCredential(wallet, session, connection) },
    payer,
    { limit: 20, offset: 0 },
    new AbortController().signal,
    'background',
  )
  if ('message' in read) return undefined
  const credit = read.transactions.find(
    ({ type, amount, createdAt: at }) =>
      type === 'TOP_UP' &&
      microUsdFrom(amount) === amountMicroUsd &&
      Date.parse(at) >= createdAt - CLOCK_SKEW_MS,
  )
  // Behind twenty newer ones it may be on a page that was not read.
  if (credit === undefined) return read.hasMore || read.unreadable > 0 ? undefined : 'none'
  // What was charged since then counts: the newest tells the balance of now.
  const balanceMicroUsd = microUsdFrom(read.transactions[0]?.balanceAfter)
  return balanceMicroUsd === undefined ? {} : { balanceMicroUsd }
}

/** How the chain is asked about a payment; undefined where it cannot be. */
function chainQueryOf(
  wallet: Wallet,
  { network: id, asset, origin, payTo, amountMicroUsd }: PaymentIntent,
): ((payment: PaymentIntent) => Promise<ChainStatus>) | undefined {
  const network = networkOf(id)
  if (network === undefined) return undefined
  return async ({ trace, createdAt }) => {
    const rpc = chainReader(
      wallet,
      network,
      origin === wallet.origin ? wallet.view.getState().local : null,
    )
    if (rpc === undefined || trace === undefined)
      throw new Error("This page can't read the network.")
    if (trace.family === 'solana') return findTransfer(rpc, trace, createdAt)
    const { findAuthorization } = await import('../chain/evm-reads.ts')
    return findAuthorization(rpc, { ...trace, asset, payTo, amountAtomic: BigInt(amountMicroUsd) })
  }
}
