import { createStore } from 'zustand/vanilla'

import type { Failure } from '../../../../contract/errors/failure.ts'
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
import type { Connection } from '../connection/connection.ts'
import { changeShared, readShared } from './shared-record.ts'

const STORAGE_PREFIX = 'playground.spend.'

/** A request that may go: what it cost must be told, undefined when it did not say. */
interface SpendHold {
  settle: (costMicroUsd: number | undefined) => Promise<void>
}

/** Whether a request may go, else what to show instead of an answer. */
export type SpendHolding = { ok: true; hold: SpendHold } | { ok: false; failure: Failure }

/** What was spent on the API of the current connection and the caps on it, over all tabs. */
export const spendStore = createStore<{ log?: SpendLog }>(() => ({}))

/**
 * Asks the spend caps before a request that costs money. `ceiling` gives the most it can cost in
 * micro-USD, undefined when nobody knows; it is asked for only when there are caps. `once`: a person
 * pressed "Send once anyway".
 */
export async function holdSpend(
  connection: Connection,
  ceiling: () => number | undefined | Promise<number | undefined>,
  once = false,
): Promise<SpendHolding> {
  const key = storageKey(connection)
  const id = crypto.randomUUID()
  const { caps } = readShared(key, readSpendLog)
  const most = Object.keys(caps).length === 0 ? undefined : await ceiling()
  const admission = await change(key, (log) => {
    const answer = admitSpend(log, { id, ceiling: most, once }, moment())
    return { log: answer.log, answer }
  })
  if (!admission.ok) {
    const { refusal } = admission
    const message = `The cap per ${refusal.cap} does not allow this request, so it was not sent.`
    return { ok: false, failure: { kind: 'over_spend_cap', message, ...refusal } }
  }
  return {
    ok: true,
    hold: {
      settle: (cost) =>
        change(key, (log) => ({ log: settleSpend(log, id, cost, moment()), answer: undefined })),
    },
  }
}

/** Sets the caps on the API of a connection, for all tabs. */
export function setSpendCaps(connection: Connection, caps: SpendCaps): Promise<void> {
  return change(storageKey(connection), (log) => ({ log: withCaps(log, caps), answer: undefined }))
}

/** Begins a session now: what was spent before counts for the day alone. */
export function startSpendSession(connection: Connection): Promise<void> {
  return change(storageKey(connection), (log) => ({
    log: withNewSession(log, moment()),
    answer: undefined,
  }))
}

/** Shows the spending on the API of a connection, and follows what other tabs spend until called off. */
export function followSpend(connection: Connection): () => void {
  const key = storageKey(connection)
  const show = () => spendStore.setState({ log: current(readShared(key, readSpendLog), moment()) })
  const onStorage = (event: StorageEvent) => {
    if (event.key === key) show()
  }
  show()
  addEventListener('storage', onStorage)
  return () => removeEventListener('storage', onStorage)
}

function change<T>(key: string, step: (log: SpendLog) => { log: SpendLog; answer: T }): Promise<T> {
  return changeShared(key, readSpendLog, (before) => {
    const { log, answer } = step(before)
    spendStore.setState({ log })
    return { record: log, answer }
  })
}

/** Money is counted by API: the credit of one says nothing about another's. */
function storageKey({ baseUrl }: Connection): string {
  return STORAGE_PREFIX + new URL(baseUrl).origin
}

function moment(): Moment {
  const now = Date.now()
  return { now, dayStart: new Date(now).setHours(0, 0, 0, 0) }
}
