import { spendLimitsOf } from '../client/admission/spend-limits.ts'
import type { Connection } from '../client/connection/connections.ts'
import { callOperation } from '../client/operation.ts'
import type { ApiCall } from '../client/request.ts'
import { callEffect } from './billing.ts'
import type { Explore } from './explore.ts'

/**
 * Sends a call, once; while one is under way nothing is sent. What may be billed asks the spend
 * limits first; nobody knows what it costs, so any limit holds it back unless a person chose
 * `overCaps`.
 */
export async function sendCall(
  { client, calls }: Explore,
  connection: Connection,
  call: ApiCall,
  overCaps = false,
): Promise<void> {
  if (calls.getState().running !== undefined) return
  const controller = new AbortController()
  const startedAt = client.world.clock.now()
  calls.setState({ running: { call, startedAt, controller }, finished: undefined })
  const effect = callEffect(call.method, call.path)
  const isBilled = effect === 'billed' || effect === 'unknown'
  try {
    const result = await callOperation(client, connection, call, {
      signal: controller.signal,
      admit: isBilled ? [spendLimitsOf(client).admission(() => undefined, overCaps)] : [],
    })
    calls.setState({ finished: { call, result } })
  } finally {
    calls.setState({ running: undefined })
  }
}

/** Aborts the call under way; the service may have done its work already. */
export function abortCall({ calls }: Explore): void {
  calls.getState().running?.controller.abort()
}
