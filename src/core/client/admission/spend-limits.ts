import type { StoreApi } from 'zustand/vanilla'

import {
  admitSpend,
  current,
  readSpendLog,
  settleSpend,
  withCaps,
  withNewSession,
  type Moment,
  type SpendCaps,
  type SpendLog,
} from '../../../../contract/limits/spend-log.ts'
import { chargeOf } from '../../../../contract/money.ts'
import { type Connection, connectionScope } from '../connection/connections.ts'
import type { MaxCost } from '../connection/credential.ts'
import type { Exchange } from '../exchanges/exchange.ts'
import { createObservable } from '../observable.ts'
import { oncePerClient } from '../once-per-client.ts'
import type { World } from '../world.ts'
import type { Admission } from './admission.ts'
import { createSharedStorage, type SharedStorage } from './shared-storage.ts'

const STORAGE_PREFIX = 'playground.spend.'

/** What was spent over each connection and the limits on it, over all tabs. */
interface SpendLimits {
  /** Spending over the connection that is watched, for showing. */
  log: StoreApi<{ log?: SpendLog }>
  /**
   * Admits a request only if no limit can break, and counts what it cost. `maxCost` is asked only
   * where there are limits. `once`: a person pressed "Send once anyway".
   */
  admission(maxCost: MaxCost, once?: boolean): Admission
  /** Sets the limits on a connection, for all tabs. */
  setLimits(connection: Connection, limits: SpendCaps): Promise<void>
  /** Begins a session now: what was spent before counts for the day alone. */
  startSession(connection: Connection): Promise<void>
  /** Shows the spending over a connection, and what other tabs spend, until called off. */
  watch(connection: Connection): () => void
}

/** The spend limits of a client. What a request may cost is held while it is open, then settled. */
export const spendLimitsOf = oncePerClient(({ world }) =>
  createSpendLimits(world, createSharedStorage(world)),
)

function createSpendLimits(
  { clock, random, events, report }: Pick<World, 'clock' | 'random' | 'events' | 'report'>,
  shared: SharedStorage,
): SpendLimits {
  const log = createObservable<{ log?: SpendLog }>({}, report)
  let watched: string | undefined

  const moment = (): Moment => {
    const now = clock.now()
    return { now, dayStart: new Date(now).setHours(0, 0, 0, 0) }
  }

  const update = <T>(key: string, step: (log: SpendLog) => { log: SpendLog; result: T }) =>
    shared.update(key, readSpendLog, (before) => {
      const { log: record, result } = step(before)
      if (watched === undefined || watched === key) log.setState({ log: record })
      return { record, result }
    })

  return {
    log,
    admission:
      (maxCost, isExempt = false) =>
      async (pending) => {
        pending.maxCost = maxCost
        const key = storageKey(pending.connection)
        const id = random.uuid()
        const { caps } = shared.read(key, readSpendLog)
        const ceiling = Object.keys(caps).length === 0 ? undefined : await maxCost()
        const admission = await update(key, (before) => {
          const result = admitSpend(before, { id, ceiling, isExempt }, moment())
          return { log: result.log, result }
        })
        if (!admission.ok) {
          const { refusal } = admission
          const message = `The spend limit per ${refusal.cap} blocked this request.`
          return { ok: false, failure: { kind: 'over_spend_cap', message, ...refusal } }
        }
        return {
          ok: true,
          settle: (exchange) =>
            update(key, (before) => ({
              log: settleSpend(before, id, spentBy(exchange), moment()),
              result: undefined,
            })),
        }
      },
    setLimits: (connection, limits) =>
      update(storageKey(connection), (before) => ({
        log: withCaps(before, limits),
        result: undefined,
      })),
    startSession: (connection) =>
      update(storageKey(connection), (before) => ({
        log: withNewSession(before, moment()),
        result: undefined,
      })),
    watch(connection) {
      const key = storageKey(connection)
      watched = key
      const show = () => log.setState({ log: current(shared.read(key, readSpendLog), moment()) })
      const onStorage = (event: Event) => {
        if ('key' in event && event.key === key) show()
      }
      show()
      events.addEventListener('storage', onStorage)
      return () => events.removeEventListener('storage', onStorage)
    },
  }
}

/**
 * What a closed exchange counts as, in micro-USD: the declared cost, else what usage and prices make of it; nothing
 * where nothing was sent or the service refused. Undefined where it may have been billed and nobody said how much,
 * or what was said is no charge.
 */
export function spentBy({ unsent, status, receipt }: Exchange): number | undefined {
  if (unsent === true) return 0
  return receipt.cost === undefined && (status ?? 0) >= 400 ? 0 : chargeOf(receipt)
}

/** Money is counted by connection: the balance of one says nothing about another's. */
function storageKey(connection: Connection): string {
  return STORAGE_PREFIX + connectionScope(connection)
}
