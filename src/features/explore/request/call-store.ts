import { createStore } from 'zustand/vanilla'

import { spendLimitsOf } from '../../../core/client/admission/spend-limits.ts'
import type { Connection } from '../../../core/client/connection/connections.ts'
import type { ExchangeBody } from '../../../core/client/exchanges/exchange.ts'
import { callOperation } from '../../../core/client/operation.ts'
import type { ApiCall, Result } from '../../../core/client/request.ts'
import { callEffect } from '../../../core/explore/billing.ts'
import { client } from '../../../page/client.ts'

/** A call that was made, and how it ended. */
export interface FinishedCall {
  call: ApiCall
  result: Result<ExchangeBody>
}

interface CallState {
  /** The call under way, and when it began (Unix ms). */
  running: { call: ApiCall; startedAt: number; controller: AbortController } | undefined
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
  call: ApiCall,
  overCaps = false,
): Promise<void> {
  if (callStore.getState().running !== undefined) return
  const controller = new AbortController()
  callStore.setState({ running: { call, startedAt: Date.now(), controller }, finished: undefined })
  const effect = callEffect(call.method, call.path)
  const isBilled = effect === 'billed' || effect === 'unknown'
  try {
    const result = await callOperation(client, connection, call, {
      signal: controller.signal,
      admit: isBilled ? [spendLimitsOf(client).admission(() => undefined, overCaps)] : [],
    })
    callStore.setState({ finished: { call, result } })
  } finally {
    callStore.setState({ running: undefined })
  }
}

/** Ends the call under way; the service may have done its work already. */
export function stopCall(): void {
  callStore.getState().running?.controller.abort()
}
