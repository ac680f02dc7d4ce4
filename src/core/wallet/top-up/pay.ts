import { hexOfBytes } from '../../../../contract/encoding/bytes.ts'
import { canonicalJson } from '../../../../contract/json-text.ts'
import type { Connection } from '../../client/connection/connections.ts'
import { payeeOf } from '../../client/connection/wallet-config.ts'
import type { PaymentIntent, PaymentPlan } from '../../storage/payments/payment-intent.ts'
import { paymentLock } from '../../storage/payments/payment-log.ts'
import { chainReader } from '../chain/chain-reader.ts'
import { PocketFault } from '../pocket/pocket-fault.ts'
import { walletProblemOf, type WalletSession } from '../session/wallet-session.ts'
import { localChains, usesRealChainIds } from '../state/local-chains.ts'
import type { Wallet } from '../wallet.ts'
import { aborted } from '../world.ts'
import type { FlowNotice } from './flow.ts'
import { UnexpectedSignatureError, signPayment, type SignedPayment } from './sign-payment.ts'
import { limitProblem, otherRecipient, type TopUpDraft } from './top-up-draft.ts'

/** A confirmed payment and what it needs. */
export interface Confirmed {
  draft: TopUpDraft
  /** When the check screen was shown, Unix ms. */
  shownAt: number
  connection: Connection
  session: WalletSession
  /** The person gave up waiting for the wallet. */
  signal: AbortSignal
}

/** What came of a press on "Confirm and sign": a payment in the payment log, or why there is none. */
export type Paid = { ok: true; payment: PaymentIntent } | { ok: false; notice: FlowNotice }

/** Nothing can be stored, so nothing may be signed. */
class StorageRefused extends Error {
  override name = 'StorageRefused'
}

/**
 * Signs a confirmed payment, once, and follows it with `follow` in the same lock: check what may have
 * changed, write the intent down, ask the wallet, write the signature down, and only then send. One tab at
 * a time does this for a wallet; the others show so. `onResult` is called once, and at once when the person
 * gives up: what is under way then goes no further. Never rejects while `follow` does not.
 */
export async function payOnce(
  wallet: Wallet,
  confirmed: Confirmed,
  follow: (payment: PaymentIntent) => Promise<unknown>,
  onResult: (paid: Paid) => void,
): Promise<void> {
  const { connection, draft, signal } = confirmed
  const { origin } = new URL(connection.baseUrl)
  let isReported = false
  const report = (paid: Paid) => {
    if (isReported) return
    isReported = true
    onResult(paid)
  }
  if (signal.aborted) return report(refused({ kind: 'cancelled' }))
  if (wallet.locks === undefined) return report(refused({ kind: 'storage' }))
  const cancel = () => report(refused({ kind: 'cancelled' }))
  signal.addEventListener('abort', cancel)
  let paid: Paid | undefined
  try {
    await wallet.locks.request(
      paymentLock({ origin, wallet: draft.wallet }),
      { ifAvailable: true },
      async (lock) => {
        if (lock === null) return report(refused({ kind: 'other tab' }))
        // From the signature on there is no way back: it is written down and followed.
        paid = await sign(wallet, confirmed, origin, () =>
          signal.removeEventListener('abort', cancel),
        )
        report(paid)
        if (paid.ok) await follow(paid.payment)
      },
    )
  } catch (cause) {
    if (paid?.ok === true) throw cause
    report(
      refused(
        cause instanceof StorageRefused ? { kind: 'storage', cause } : { kind: 'error', cause },
      ),
    )
  } finally {
    signal.removeEventListener('abort', cancel)
  }
}

async function sign(
  wallet: Wallet,
  confirmed: Confirmed,
  origin: string,
  onSigned: () => void,
): Promise<Paid> {
  const { paymentLog, now } = wallet
  const { draft, shownAt, connection, session, signal } = confirmed
  const { offer, amountMicroUsd, wallet: payer } = draft
  if (!wallet.isOnline()) return refused({ kind: 'offline' })
  const changed = await Promise.race([changeSince(wallet, draft, session), cancelled(signal)])
  if (changed !== undefined) return refused(changed)
  const local = localChains(wallet)
  if (usesRealChainIds(local) && session.kind === 'wallet')
    return refused({ kind: 'wallet', problem: 'unsupported' })
  const { dailyLimitMicroUsd, paymentHeader } = wallet.settings.getState()
  const limits = { origin, amountMicroUsd, dailyLimitMicroUsd, nowMs: now() }
  const payments = await stored(paymentLog.list())
  // Whoever holds the lock is alone: an intent without a signature was left by a crash or a full disk.
  for (const { id, state, ...left } of payments)
    if (state === 'intent' && left.wallet === payer && left.origin === origin)
      await stored(close(wallet, id, 'No signature was saved, so nothing was ever sent.'))
  const overCap = limitProblem(payments, limits)
  if (overCap !== undefined) return refused({ kind: 'limit', problem: overCap })
  const rpc = chainReader(wallet, offer.network)
  if (offer.network.family === 'solana' && rpc === undefined)
    return refused({ kind: 'network unreadable', network: offer.network.name })
  const known = otherRecipient(offer, {
    pinnedPayTo: (await stored(paymentLog.findPayee(origin, offer.network.id)))?.payTo,
    localPayTo: connection.kind === 'local' ? payeeOf(local, offer.network.id) : undefined,
  })
  if (known !== undefined) return refused({ kind: 'other recipient', known })

  const plan: PaymentPlan = {
    id: crypto.randomUUID(),
    origin,
    baseUrl: connection.baseUrl,
    providerName: connection.providerName,
    wallet: payer,
    walletName: session.name,
    network: offer.network.id,
    asset: offer.network.asset,
    payTo: offer.payTo,
    amountMicroUsd,
    requirementHash: await sha256(canonicalJson(offer.requirement)),
    ...(offer.signedOffer === undefined ? {} : { signedOffer: offer.signedOffer }),
    headerName: paymentHeader,
    createdAt: now(),
  }
  await stored(paymentLog.ensureRoom())
  if (signal.aborted) return refused({ kind: 'cancelled' })
  const opened = await stored(paymentLog.open(plan, shownAt))
  if ('reason' in opened)
    return refused(
      opened.reason === 'open payment'
        ? { kind: 'open payment', payment: opened.payment }
        : { kind: 'newer payment' },
    )
  /** Without a signature; what cannot be written now is closed the next time. */
  const unsigned = async (notice: FlowNotice, provedBy = 'Nothing was signed.'): Promise<Paid> => {
    await close(wallet, plan.id, provedBy).catch(() => undefined)
    return refused(notice)
  }
  try {
    await paymentLog.pinPayee(origin, offer.network.id, offer.payTo)
  } catch (cause) {
    return unsigned({ kind: 'storage', cause })
  }
  const signed = await requestSignature(wallet, confirmed, { id: plan.id, rpc })
  if ('kind' in signed) return unsigned(signed)
  const later = await Promise.race([changeSince(wallet, draft, session), cancelled(signal)])
  if (later !== undefined) return unsigned(later, 'The signature was discarded before it was sent.')
  onSigned()
  const payment = await recordSignature(wallet, plan.id, signed)
  return payment === undefined ? refused({ kind: 'storage' }) : { ok: true, payment }
}

/** Writes a signature down. A write that is reported as failed may have come about: then it counts. */
async function recordSignature(
  { paymentLog, now }: Wallet,
  id: string,
  signed: SignedPayment,
): Promise<PaymentIntent | undefined> {
  try {
    return await paymentLog.record(id, { type: 'signed', at: now(), ...signed })
  } catch (cause) {
    const found = await stored(paymentLog.find(id))
    if (found?.state === 'signed') return found
    throw new StorageRefused("Couldn't save the signature.", { cause })
  }
}

/** Asks for the signature, until the person gives up: one that comes later is thrown away unseen. */
async function requestSignature(
  wallet: Wallet,
  { draft, signal }: Confirmed,
  { id, rpc }: { id: string; rpc: ReturnType<typeof chainReader> },
): Promise<SignedPayment | FlowNotice> {
  // Given up while the payment was being written down: the wallet is not asked at all.
  if (signal.aborted) return { kind: 'cancelled' }
  const signed = signPayment(wallet, draft, { id, rpc, signal }).catch(
    (error: unknown): FlowNotice => {
      if (error instanceof PocketFault) return { kind: 'refused', advice: error.advice }
      return error instanceof UnexpectedSignatureError
        ? { kind: 'unexpected signature', why: error.message }
        : { kind: 'wallet', problem: walletProblemOf(error) }
    },
  )
  return Promise.race([signed, cancelled(signal)])
}

async function cancelled(signal: AbortSignal): Promise<FlowNotice> {
  await aborted(signal)
  return { kind: 'cancelled' }
}

/** What is no longer as it was on the check screen, by the wallet's own word. */
async function changeSince(
  { drivers }: Wallet,
  { offer, wallet: payer }: TopUpDraft,
  { family }: WalletSession,
): Promise<FlowNotice | undefined> {
  const now = await (family === 'evm' ? drivers.evm() : drivers.solana())
    .then((driver) => driver.current())
    .catch(() => undefined)
  if (now?.address === undefined) return { kind: 'wallet', problem: 'gone' }
  if (now.address !== payer) return { kind: 'account changed' }
  return offer.network.family === 'evm' && now.chainId !== offer.network.chainId
    ? { kind: 'wrong network' }
    : undefined
}

/** Work of the payment log, whose rejection means that nothing can be stored. */
async function stored<Result>(work: Promise<Result>): Promise<Result> {
  try {
    return await work
  } catch (cause) {
    throw new StorageRefused("Can't use the payment log.", { cause })
  }
}

async function close({ paymentLog, now }: Wallet, id: string, provedBy: string): Promise<void> {
  await paymentLog.record(id, { type: 'ended', end: { state: 'expired', at: now(), provedBy } })
}

function refused(notice: FlowNotice): Paid {
  return { ok: false, notice }
}

async function sha256(text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
  return hexOfBytes(new Uint8Array(digest))
}
