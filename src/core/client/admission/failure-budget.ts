import { createStore } from 'zustand/vanilla'

import {
  admit,
  readFailureLog,
  settle,
  type CallPurpose,
  type FailedRequest,
  type FailureLog,
} from '../../../../contract/limits/failure-log.ts'
import type { Connection } from '../connection/connection.ts'
import { changeShared } from './shared-record.ts'

const STORAGE_PREFIX = 'playground.failures.'

/** A place in the budget: what became of the request must be told, whatever that was. */
interface Place {
  settle: (result: Parameters<typeof settle>[2], request?: Omit<FailedRequest, 'at'>) => void
}

/** Whether a request may go, else for how many ms it must not. */
export type Placing = { ok: true; place: Place } | { ok: false; waitMs: number }

/** The log of the credential that was used last in this tab, for showing. */
export const failureLogStore = createStore<{ log?: FailureLog }>(() => ({}))

/**
 * Asks for a place in the failure budget that all tabs of this browser share (contract, "Abuse
 * protection"): a request that might bring the service to block the credential does not leave.
 */
export async function takePlace(connection: Connection, purpose: CallPurpose): Promise<Placing> {
  const key = storageKey(connection)
  const id = crypto.randomUUID()
  const admission = await change(key, (log) => {
    const answer = admit(log, id, purpose, Date.now())
    return { log: answer.log, answer }
  })
  if (!admission.ok) return { ok: false, waitMs: admission.waitMs }
  return {
    ok: true,
    place: {
      settle: (result, request) =>
        void change(key, (log) => ({
          log: settle(log, id, result, Date.now(), request),
          answer: undefined,
        })),
    },
  }
}

/** Origin and what may be shown of the credential; never the credential. */
function storageKey({ baseUrl, credential }: Connection): string {
  return `${STORAGE_PREFIX}${new URL(baseUrl).origin} ${credential?.label ?? 'no credential'}`
}

/** Changes the log while no other tab does, and shows it. */
async function change<T>(
  key: string,
  step: (log: FailureLog) => { log: FailureLog; answer: T },
): Promise<T> {
  return changeShared(key, readFailureLog, (before) => {
    const { log, answer } = step(before)
    failureLogStore.setState({ log })
    return { record: log, answer }
  })
}
