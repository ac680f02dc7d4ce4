import { createStore } from 'zustand/vanilla'

import type { Failure } from '../../../../contract/errors/failure.ts'
import { microUsdFrom } from '../../../../contract/money.ts'
import { holdSpend } from '../../../core/client/admission/spend-guard.ts'
import type { Connection } from '../../../core/client/connection/connection.ts'
import { exchangeStore } from '../../../core/client/exchanges/exchange-store.ts'
import type { Exchange } from '../../../core/client/exchanges/exchange.ts'
import {
  runOperation,
  type Operation,
  type OperationResult,
} from '../../../core/client/operation.ts'
import { declaredCost } from '../answer/answer-figures.ts'
import { callEffect } from './billing.ts'

/** How a call ended; without an exchange it was held back by a spend cap and never sent. */
type CallResult =
  | OperationResult
  | { exchangeId: undefined; ok: false; failure: Failure; aborted: false }

/** A call that was made, with its record as it was at the end. */
export interface FinishedCall {
  call: Operation
  result: CallResult
  exchange: Exchange | undefined
}

interface CallState {
  /** The call under way, and when it began (Unix ms). */
  running: { call: Operation; startedAt: number; controller: AbortController } | undefined
  /** The last one that ended. */
  finished: FinishedCall | undefined
}

/** The call under way and the last answer; both last while the page is open, in whatever area. */
export const callStore = createStore<CallState>(() => ({ running: undefined, finished: undefined }))

/**
 * Makes a call, once; while one is under way nothing is sent. What may be billed asks the spend caps
 * first; nobody knows what it costs, so any cap holds it back unless a person chose `overCaps`.
 */
export async function startCall(
  connection: Connection,
  call: Operation,
  overCaps = false,
): Promise<void> {
  if (callStore.getState().running !== undefined) return
  const controller = new AbortController()
  callStore.setState({ running: { call, startedAt: Date.now(), controller }, finished: undefined })
  try {
    const result = await guarded(connection, call, controller.signal, overCaps)
    const exchange = recordOf(result)
    callStore.setState({ finished: { call, result, exchange } })
  } finally {
    callStore.setState({ running: undefined })
  }
}

/** Ends the call under way; the service may have done its work already. */
export function stopCall(): void {
  callStore.getState().running?.controller.abort()
}

async function guarded(
  connection: Connection,
  call: Operation,
  signal: AbortSignal,
  overCaps: boolean,
): Promise<CallResult> {
  const effect = callEffect(call.method, call.path)
  if (effect !== 'billed' && effect !== 'unknown') return runOperation(connection, call, signal)
  const holding = await holdSpend(connection, () => undefined, overCaps)
  if (!holding.ok)
    return { exchangeId: undefined, ok: false, failure: holding.failure, aborted: false }
  const result = await runOperation(connection, call, signal)
  const exchange = recordOf(result)
  await holding.hold.settle(exchange && microUsdFrom(declaredCost(exchange)))
  return result
}

function recordOf({ exchangeId }: CallResult): Exchange | undefined {
  return exchangeId === undefined ? undefined : exchangeStore.getState().byId[exchangeId]
}
