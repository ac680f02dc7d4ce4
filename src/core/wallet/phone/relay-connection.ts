import { RelayUnreachable } from './phone-errors.ts'

/** After this long without a connection the relay counts as unreachable, ms. */
const REACHED_WITHIN_MS = 8_000

/** What tells whether the relay is connected, as the client has it. */
export interface RelayState {
  readonly connected: boolean
  on(event: string, listener: () => void): void
  off(event: string, listener: () => void): void
}

/** Resolves once the relay is connected; rejects when it refuses, or says nothing for long. */
export function connected(relay: RelayState, withinMs = REACHED_WITHIN_MS): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer)
      relay.off('relayer_connect', arrive)
      relay.off('relayer_error', fail)
    }
    const arrive = () => {
      stop()
      resolve()
    }
    const fail = () => {
      stop()
      reject(new RelayUnreachable('No response from the relay.'))
    }
    const timer = setTimeout(fail, withinMs)
    relay.on('relayer_connect', arrive)
    relay.on('relayer_error', fail)
    if (relay.connected) arrive()
  })
}
