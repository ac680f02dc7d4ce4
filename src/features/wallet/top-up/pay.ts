import { canonical } from '../../../../contract/wallet/payment-required-agreement.ts'
import { hexOf } from '../../../../contract/wallet/sign-in-check.ts'
import type { Connection } from '../../../core/client/connection/connections.ts'
import type { LocalChains } from '../../../core/client/connection/wallet-config.ts'
import { pinPayee } from '../../../core/storage/payments/payee-pins.ts'
import { ensureRoom } from '../../../core/storage/payments/payment-database.ts'
import type { PaymentIntent, PaymentPlan } from '../../../core/storage/payments/payment-intent.ts'
import {
  listPayments,
  openPayment,
  paymentLock,
  recordPayment,
} from '../../../core/storage/payments/payment-journal.ts'
import { chainReader } from '../chain/chain-reader.ts'
import { standsInForReal } from '../chain/stand-in.ts'
import { driverOf } from '../session/drivers.ts'
import { walletProblemOf } from '../session/wallet-problem.ts'
import type { WalletSession } from '../session/wallet-session.ts'
import { walletSettingsStore } from '../wallet-settings.ts'
import type { FlowNotice } from './flow.ts'
import { capProblem } from './payment-caps.ts'
import { ReturnedOtherError, signPayment, type SignedPayment } from './sign-payment.ts'
import type { TopUpDraft } from './top-up-draft.ts'

/** A confirmed payment and what it needs. */
export interface Confirmed {
  draft: TopUpDraft
  /** When the check screen was shown, Unix ms. */
  shownAt: number
  connection: Connection
  session: WalletSession
  local: LocalChains | undefined
  /** The person gave up waiting for the wallet. */
  signal: AbortSignal
}

/** What came of a press on "Confirm and sign": a payment in the journal, or why there is none. */
export type Paid = { ok: true; payment: PaymentIntent } | { ok: false; notice: FlowNotice }

/**
 * Signs a confirmed payment, once, and follows it with `follow` in the same lock: check what may have
 * changed, write the intent down, ask the wallet, write the signature down, and only then send. One tab at
 * a time does this for a wallet; the others are told so.
 */
export async function payOnce(
  confirmed: Confirmed,
  follow: (payment: PaymentIntent) => Promise<unknown>,
  told: (paid: Paid) => void,
): Promise<void> {
  const origin = new URL(confirmed.connection.baseUrl).origin
  const lock = paymentLock({ origin, wallet: confirmed.draft.wallet })
  if (navigator.locks === undefined) return told(refused({ kind: 'storage' }))
  await navigator.locks.request(lock, { ifAvailable: true }, async (held) => {
    if (held === null) return told(refused({ kind: 'other tab' }))
    const paid = await sign(confirmed, origin).catch((): Paid => refused({ kind: 'storage' }))
    told(paid)
    if (paid.ok) await follow(paid.payment)
  })
}

async function sign(confirmed: Confirmed, origin: string): Promise<Paid> {
  const { draft, shownAt, connection, session, local } = confirmed
  const { offer, amountMicroUsd, wallet } = draft
  if (navigator.onLine === false) return refused({ kind: 'offline' })
  const changed = await changeSince(draft, session)
  if (changed !== undefined) return refused(changed)
  if (standsInForReal(local) && !session.practice)
    return refused({ kind: 'wallet', problem: 'unsupported' })
  const { dailyLimitMicroUsd, paymentHeader } = walletSettingsStore.getState()
  const limits = { origin, amountMicroUsd, dailyLimitMicroUsd, nowMs: Date.now() }
  const payments = await listPayments()
  // Whoever holds the lock is alone: an intent without a signature was left by a crash or a full disk.
  for (const { id, state, ...left } of payments)
    if (state === 'intent' && left.wallet === wallet && left.origin === origin)
      await close(id, 'No signature was kept, so nothing was ever sent.')
  const overCap = capProblem(payments, limits)
  if (overCap !== undefined) return refused({ kind: 'limit', why: overCap })
  const rpc = chainReader(offer.network, local)
  if (offer.network.family === 'solana' && rpc === undefined)
    return refused({ kind: 'chain unreadable', network: offer.network.name })

  const plan: PaymentPlan = {
    id: crypto.randomUUID(),
    origin,
    baseUrl: connection.baseUrl,
    providerName: connection.providerName,
    wallet,
    walletName: session.name,
    network: offer.network.id,
    asset: offer.network.asset,
    payTo: offer.payTo,
    amountMicroUsd,
    requirementHash: await sha256(canonical(offer.requirement)),
    headerName: paymentHeader,
    createdAt: Date.now(),
  }
  await ensureRoom()
  const opened = await openPayment(plan, shownAt)
  if ('reason' in opened)
    return refused(
      opened.reason === 'open payment'
        ? { kind: 'open payment', payment: opened.payment }
        : { kind: 'changed meanwhile' },
    )
  await pinPayee(origin, offer.network.id, offer.payTo)
  await navigator.storage?.persist?.().catch(() => false)
  const signed = await askWallet(confirmed, rpc)
  if ('kind' in signed) {
    await close(plan.id, 'Nothing was signed.')
    return refused(signed)
  }
  const later = await changeSince(draft, session)
  if (later !== undefined) {
    await close(plan.id, 'The wallet changed while it was signing; the signature was thrown away.')
    return refused(later)
  }
  const recorded = await recordPayment(plan.id, { type: 'signed', at: Date.now(), ...signed })
  return recorded === undefined ? refused({ kind: 'storage' }) : { ok: true, payment: recorded }
}

/** Asks for the signature, until the person gives up: one that comes later is thrown away unseen. */
async function askWallet(
  { draft, signal }: Confirmed,
  rpc: ReturnType<typeof chainReader>,
): Promise<SignedPayment | FlowNotice> {
  // Given up while the payment was being written down: the wallet is not asked at all.
  if (signal.aborted) return { kind: 'cancelled' }
  const givenUp = new Promise<FlowNotice>((resolve) => {
    signal.addEventListener('abort', () => resolve({ kind: 'cancelled' }), { once: true })
  })
  const signed = signPayment(draft, rpc).catch((error: unknown): FlowNotice =>
    error instanceof ReturnedOtherError
      ? { kind: 'returned other', why: error.message }
      : { kind: 'wallet', problem: walletProblemOf(error) },
  )
  return Promise.race([signed, givenUp])
}

/** What is no longer as it was on the check screen, by the wallet's own word. */
async function changeSince(
  { offer, wallet }: TopUpDraft,
  { family }: WalletSession,
): Promise<FlowNotice | undefined> {
  const now = await (await driverOf(family)).current().catch(() => undefined)
  if (now?.address === undefined) return { kind: 'wallet', problem: 'gone' }
  if (now.address !== wallet) return { kind: 'account changed' }
  return offer.network.family === 'evm' && now.chainId !== offer.network.chainId
    ? { kind: 'wrong chain' }
    : undefined
}

async function close(id: string, provedBy: string): Promise<void> {
  await recordPayment(id, {
    type: 'ended',
    end: { state: 'expired', at: Date.now(), provedBy },
  })
}

function refused(notice: FlowNotice): Paid {
  return { ok: false, notice }
}

async function sha256(text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
  return hexOf(new Uint8Array(digest))
}
