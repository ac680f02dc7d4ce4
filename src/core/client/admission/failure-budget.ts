import type { StoreApi } from 'zustand/vanilla'

import {
  type FailureReport,
  readFailureReport,
} from '../../../../contract/headers/response-facts.ts'
import {
  admit,
  failureScope,
  failuresOf,
  readFailureLog,
  settle,
  type CallPurpose,
  type FailureLog,
  operationOf,
} from '../../../../contract/limits/failure-log.ts'
import type { Client } from '../client.ts'
import { type Connection, connectionScope } from '../connection/connections.ts'
import type { Exchange } from '../exchanges/exchange.ts'
import { createObservable } from '../observable.ts'
import { oncePerClient } from '../once-per-client.ts'
import type { Admission } from './admission.ts'
import { createSharedStorage } from './shared-storage.ts'

const STORAGE_PREFIX = 'playground.failures.'

/** The failures of each credential that the service counts (contract, "Abuse protection"), over all tabs. */
interface FailureBudget {
  /** The log of the current connection, for showing. */
  log: StoreApi<{ log?: FailureLog }>
  /**
   * Admits a request only if its failure could not bring the service to block the credential. `scope` tells what it
   * counts for, where more is known of its model than its name.
   */
  admission(purpose: CallPurpose, scope?: () => string): Admission
}

/** The failure budget of a client. */
export const failureBudgetOf = oncePerClient(createFailureBudget)

function createFailureBudget({ connections, world }: Client): FailureBudget {
  const { clock, random, report } = world
  const shared = createSharedStorage(world)
  const log = createObservable<{ log?: FailureLog }>({}, report)
  const shownKey = () => {
    const { connection } = connections.store.getState()
    return connection && storageKey(connection)
  }
  let shown = shownKey()
  const show = () => {
    shown = shownKey()
    log.setState(shown === undefined ? {} : { log: shared.read(shown, readFailureLog) }, true)
  }
  show()
  connections.store.subscribe(() => {
    if (shown !== shownKey()) show()
  })

  const update = <T>(key: string, step: (log: FailureLog) => { log: FailureLog; result: T }) =>
    shared.update(key, readFailureLog, (before) => {
      const { log: record, result } = step(before)
      if (key === shown) log.setState({ log: record })
      return { record, result }
    })

  return {
    log,
    admission: (purpose, scopeOf) => async (pending) => {
      const key = storageKey(pending.connection)
      const id = random.uuid()
      const admission = await update(key, (before) => {
        const scope = scopeOf?.() ?? failureScope(pending.body)
        const result = admit(before, id, purpose, clock.now(), scope)
        return { log: result.log, result: { ...result, ...failuresOf(before, scope, clock.now()) } }
      })
      if (!admission.ok)
        return {
          ok: false,
          failure: {
            kind: 'paused',
            message: 'Too many requests failed within 30 seconds, so this one was not sent.',
            retryAtMs: clock.now() + admission.waitMs,
            ...(admission.report && {
              left: Math.max(0, admission.allowed - admission.failed.length),
            }),
          },
        }
      const operation = operationOf(pending.method, pending.path)
      let isSettled = false
      const settleOnce = async (
        result: Parameters<typeof settle>[2],
        request?: Parameters<typeof settle>[4],
        report?: FailureReport,
      ): Promise<void> => {
        if (isSettled) return
        isSettled = true
        await update(key, (before) => ({
          log: settle(before, id, result, clock.now(), request, report),
          result: undefined,
        }))
      }
      return {
        ok: true,
        // A response that began well no longer counts as one that may fail.
        onStatus: (isSuccess, headers) => {
          if (isSuccess)
            settleOnce('ok', undefined, readFailureReport(headers, clock.now())).catch(report)
        },
        settle: (exchange) =>
          settleOnce(
            ...resultOf(exchange, operation),
            readFailureReport(exchange.headers, clock.now()),
          ),
      }
    },
  }
}

/** How a request counts: by its status, and as a failure when it left and no status came back. */
function resultOf(
  { unsent, status, failure }: Exchange,
  operation: string,
): [result: Parameters<typeof settle>[2], request: Parameters<typeof settle>[4]] {
  if (unsent === true) return ['unsent', undefined]
  if (status === undefined) return ['failed', { operation }]
  if (status >= 200 && status < 300) return ['ok', undefined]
  return [failure?.kind === 'abuse_blocked' ? 'blocked' : 'failed', { status, operation }]
}

/** The connection and what may be shown of its credential; never the credential. */
function storageKey(connection: Connection): string {
  return `${STORAGE_PREFIX}${connectionScope(connection)} ${connection.credential?.label ?? 'no credential'}`
}
