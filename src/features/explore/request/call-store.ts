import { createStore } from 'zustand/vanilla'

import type { Connection } from '../../../api/connection.ts'
import { exchangeStore } from '../../../api/exchange-store.ts'
import type { Exchange } from '../../../api/exchange.ts'
import { runOperation, type Operation, type OperationResult } from '../../../api/operation.ts'

/** A call that was made, with its record as it was at the end. */
export interface FinishedCall {
  call: Operation
  result: OperationResult
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

/** Makes a call, once; while one is under way nothing is sent. */
export async function startCall(connection: Connection, call: Operation): Promise<void> {
  if (callStore.getState().running !== undefined) return
  const controller = new AbortController()
  callStore.setState({ running: { call, startedAt: Date.now(), controller }, finished: undefined })
  try {
    const result = await runOperation(connection, call, controller.signal)
    const exchange = exchangeStore.getState().byId[result.exchangeId]
    callStore.setState({ finished: { call, result, exchange } })
  } finally {
    callStore.setState({ running: undefined })
  }
}

/** Ends the call under way; the service may have done its work already. */
export function stopCall(): void {
  callStore.getState().running?.controller.abort()
}
