import type { Log } from '../../log.ts'
import { pause } from '../../timing.ts'
import type { PaymentRail, PaymentRails } from './payment-rails.ts'
import {
  type ChainStatus,
  paymentId,
  paymentKey,
  type PaymentRow,
  type PaymentStore,
  type PaymentTrace,
  type RailPayment,
  type Settlement,
} from './payment-store.ts'
import type { ReadPayment } from './read-payment.ts'

/** What became of a payment. */
export type TopUpOutcome =
  /** The same for every submission of the same payment, but that it `isRepeated` if it was credited before. */
  | { state: 'credited'; row: PaymentRow; isRepeated: boolean }
  /** The same payment is being carried out. */
  | { state: 'in progress' }
  /** It would not succeed; nothing was sent. */
  | { state: 'refused'; reason: string }
  /** The payer calls another payment by its identifier; nothing was sent. */
  | { state: 'identifier taken' }
  /** The chain could not be asked; nothing was sent. */
  | { state: 'unavailable' }
  /** It was not carried out and no funds moved: it was never sent, or the chain says so. */
  | { state: 'failed'; reason: string; transaction: string | undefined }
  /** It may still land. */
  | { state: 'unknown'; transaction: string | undefined }

/** Turns payments into credit, each at most once, whatever is sent twice, lost or restarted. */
export interface TopUps {
  submit(read: ReadPayment): Promise<TopUpOutcome>
  /** Looks on the chains for every open payment that nobody is working on. Never throws. */
  recheck(): Promise<void>
  /** True while a payment of this wallet is neither credited nor failed. */
  hasOpen(payer: string): Promise<boolean>
  /** Resolves when nothing is being carried out. */
  idle(): Promise<void>
}

/** What top-ups are made of. */
interface TopUpsOptions {
  store: PaymentStore
  rails: readonly PaymentRail[]
  log: Log
  /** How long a client waits for a settlement before it is told that it may still land, ms. */
  deadlineMs?: number
}

const DEADLINE_MS = 45_000

/**
 * Top-ups by the book: received (durable), verified, submitted (durable, before anything is broadcast),
 * looked for on the chain, credited together with the ledger entry. What the chain says counts; that a
 * facilitator carried a payment out counts only where the chain cannot be read, that it did not never does.
 */
export function createTopUps(options: TopUpsOptions): TopUps {
  const { store, rails, log, deadlineMs = DEADLINE_MS } = options
  const running = new Map<string, Promise<TopUpOutcome>>()

  const credit = async (row: PaymentRow, transaction: string): Promise<TopUpOutcome> => {
    await store.credit(row, transaction)
    const outcome = outcomeOf((await store.find(row.key)) ?? row)
    return outcome.state === 'credited' ? { ...outcome, isRepeated: false } : outcome
  }

  /**
   * Writes down what the chain says of a row; undefined while that is not final. What was never verified
   * is not written down as failed: anyone could claim it.
   */
  const conclude = async (
    row: PaymentRow,
    found: ChainStatus,
  ): Promise<TopUpOutcome | undefined> => {
    if (found.state === 'transferred') return credit(row, found.transaction)
    if (found.state !== 'dead') return undefined
    if (row.state === 'submitted') await store.fail(row.key, found.reason)
    else await store.drop(row.key)
    return { state: 'failed', reason: found.reason, transaction: row.transaction }
  }

  /** Looks for a row on the chain. A chain that cannot be asked just now may say more later. */
  const queryChain = (row: PaymentRow, { facilitator }: PaymentRail): Promise<ChainStatus> =>
    facilitator.find(row).catch((error: unknown) => {
      logTrouble('a payment could not be looked for', row, error)
      return { state: 'open' }
    })

  const verify = (row: PaymentRow, payment: RailPayment, { facilitator }: PaymentRail) =>
    facilitator.verify(payment).catch((error: unknown) => {
      logTrouble('a payment could not be verified', row, error)
      return undefined
    })

  const carryOut = async (payment: RailPayment, rail: PaymentRail): Promise<TopUpOutcome> => {
    const before = await acquire(payment)
    if (before === undefined) return { state: 'identifier taken' }
    if (isFinal(before)) return outcomeOf(before)
    let cannotReadChain = false
    if (before.state === 'submitted') {
      const found = await queryChain(before, rail)
      const known = await conclude(before, found)
      if (known !== undefined) return known
      if (!isSamePayment(before, payment)) return { state: 'in progress' }
      cannotReadChain = found.state === 'unknown'
    }
    const { key } = before
    // Where the chain cannot be read, a repeat is the facilitator's to recognise: verifying what may
    // have been carried out would only say that it was used.
    const verified = cannotReadChain ? ({ ok: true } as const) : await verify(before, payment, rail)
    if (verified === undefined) {
      await store.drop(key)
      return unlessSent(before, { state: 'unavailable' })
    }
    if (!verified.ok) {
      // "Already used" may mean that somebody else carried this very payment out.
      const known = await conclude(before, await queryChain(before, rail))
      await store.drop(key)
      return known ?? unlessSent(before, { state: 'refused', reason: verified.reason })
    }
    const settled = await rail.facilitator
      .settle(payment, (transaction) => store.submit(key, transaction))
      .catch((error: unknown): Settlement => {
        logTrouble('a settlement ended unexpectedly', before, error)
        return { ok: false, reason: 'unexpected_settle_error' }
      })
    const row = (await store.find(key)) ?? before
    const found = await queryChain(row, rail)
    const known = await conclude(row, found)
    if (known !== undefined) return known
    if (settled.ok)
      return found.state === 'unknown'
        ? credit(row, settled.transaction)
        : { state: 'unknown', transaction: settled.transaction }
    return unlessSent(row, {
      state: 'failed',
      reason: settled.reason,
      transaction: row.transaction,
    })
  }

  const recheckRow = async (key: string, rail: PaymentRail): Promise<TopUpOutcome> => {
    const row = await store.find(key)
    if (row === undefined) return { state: 'unknown', transaction: undefined }
    // Another process may have brought it to its end meanwhile.
    if (isFinal(row)) return outcomeOf(row)
    const known = await conclude(row, await queryChain(row, rail))
    if (known !== undefined) return known
    // If nothing of it was sent, whoever holds it may send it again.
    await store.drop(row.key)
    return { state: 'unknown', transaction: row.transaction }
  }

  const acquire = async (payment: RailPayment): Promise<PaymentRow | undefined> => {
    const row = await store.receive(payment)
    if (row === undefined || row.state !== 'received' || isSamePayment(row, payment)) return row
    // Left by a request that died before anything was sent: what it claimed was never checked.
    await store.drop(row.key)
    return store.receive(payment)
  }

  const logTrouble = (message: string, { id }: Pick<PaymentRow, 'id'>, error: unknown) =>
    log('error', message, { payment: id, error: messageOf(error) })

  /** One process works on a payment at a time, and one piece of work in it. */
  const claimed = async (key: string, work: () => Promise<TopUpOutcome>): Promise<TopUpOutcome> => {
    const release = await store.claim(key)
    if (release === undefined) return { state: 'in progress' }
    try {
      return await work()
    } finally {
      await release()
    }
  }

  const start = (key: string, work: () => Promise<TopUpOutcome>): Promise<TopUpOutcome> => {
    const promise = claimed(key, work).finally(() => running.delete(key))
    running.set(key, promise)
    return promise
  }

  return {
    submit: async ({ rail, payment }) => {
      const key = paymentKey(payment)
      const row = await store.find(key)
      if (row !== undefined && isFinal(row)) return outcomeOf(row)
      if (running.has(key)) return { state: 'in progress' }
      const work = start(key, () => carryOut(payment, rail))
      const answered = new AbortController()
      // The client is told after a while; the work goes on, and the log has how it ended.
      const late = pause(deadlineMs, answered.signal).then(async (): Promise<TopUpOutcome> => {
        work.catch((error: unknown) =>
          logTrouble('a payment could not be settled', { id: paymentId(key) }, error),
        )
        return { state: 'unknown', transaction: (await store.find(key))?.transaction }
      })
      try {
        return await Promise.race([work, late])
      } finally {
        answered.abort()
      }
    },
    recheck: async () => {
      const rows = await store.open().catch((error: unknown) => {
        log('error', 'open payments could not be read', { error: messageOf(error) })
        return []
      })
      for (const row of rows) {
        const rail = rails.find(({ network }) => network.id === row.network)
        if (rail === undefined || running.has(row.key)) continue
        await start(row.key, () => recheckRow(row.key, rail)).catch((error: unknown) =>
          logTrouble('an open payment could not be settled', row, error),
        )
      }
    },
    hasOpen: (payer) => store.hasOpen(payer),
    idle: async () => {
      while (running.size > 0) await Promise.allSettled(running.values())
    },
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message.slice(0, 300) : 'unknown'
}

function isFinal({ state }: PaymentRow): boolean {
  return state === 'credited' || state === 'failed'
}

function outcomeOf(row: PaymentRow): TopUpOutcome {
  const { state, transaction } = row
  if (state === 'credited') return { state, row, isRepeated: true }
  if (state === 'failed') return { state, reason: row.reason ?? 'failed', transaction }
  return { state: 'unknown', transaction }
}

/** What was sent may still land until the chain says otherwise, whatever a facilitator says of it. */
function unlessSent(row: PaymentRow, outcome: TopUpOutcome): TopUpOutcome {
  return row.state === 'submitted' ? outcomeOf(row) : outcome
}

function isSamePayment(a: PaymentTrace, b: PaymentTrace): boolean {
  return a.amount === b.amount && a.expiry === b.expiry && a.payTo === b.payTo
}

/** How often open payments are looked for on their chains, ms. */
const RECHECK_INTERVAL_MS = 15_000

/** Payments of a running service. */
export interface Payments {
  rails: PaymentRails
  topUps: TopUps
  /** Settles what an earlier run left open, and keeps looking from then on. Call it before serving. */
  recover(): Promise<void>
  /** Waits for what is being carried out, for at most `graceMs`. */
  close(graceMs: number): Promise<void>
}

/** Opens a book of payments. */
export function openPayments(options: {
  store: PaymentStore
  rails: PaymentRails
  log: Log
}): Payments {
  const { store, rails, log } = options
  const topUps = createTopUps({ store, rails: rails.rails, log })
  let timer: ReturnType<typeof setInterval> | undefined
  return {
    rails,
    topUps,
    recover: async () => {
      await topUps.recheck()
      timer = setInterval(() => void topUps.recheck(), RECHECK_INTERVAL_MS)
    },
    close: async (graceMs) => {
      clearInterval(timer)
      const idle = new AbortController()
      await Promise.race([topUps.idle(), pause(graceMs, idle.signal).catch(() => undefined)])
      idle.abort()
    },
  }
}
