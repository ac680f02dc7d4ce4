import type { Connection } from '../client/connection/connections.ts'
import { callOperation } from '../client/operation.ts'
import type { ApiCall } from '../client/request.ts'
import type { Explore } from './explore.ts'

/**
 * Sends a call, once; while one is under way nothing is sent. `overCaps`: a person lets it go in
 * spite of the spend limits.
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
  try {
    const result = await callOperation(client, connection, call, {
      signal: controller.signal,
      overCaps,
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
