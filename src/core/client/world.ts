/** What the client touches outside itself, so that a test can abort, fail and reorder each of it. */
export interface World {
  /** Origin of the page, such as `http://127.0.0.1:4310`. */
  origin: string
  /** Where the service that served the page describes itself; undefined in a page that none serves. */
  configPath: string | undefined
  /** Whether the page was loaded securely: only then has it cryptography. */
  isSecure: boolean
  fetch: typeof fetch
  clock: Clock
  /** What all tabs of this browser share. Each call may throw where storage is refused. */
  storage: Pick<Storage, 'getItem' | 'setItem'>
  /** Locks over all tabs; undefined in browsers without them. */
  locks: Pick<LockManager, 'request'> | undefined
  random: Random
  /** Whether this device has a network, as far as it knows. */
  isOnline: () => boolean
  /** Where `storage`, `online` and `offline` events arrive. */
  events: Pick<EventTarget, 'addEventListener' | 'removeEventListener'>
  /** Counts what an API reports to have charged; absent where nobody does. */
  countCharge?: (charge: Charge) => void
  /** Reports a fault of the page itself, such as a listener that throws. */
  report: (error: unknown) => void
}

/** What one request cost, as its response reports, or as usage and list prices make of it. */
export interface Charge {
  /** Unix ms. */
  at: number
  connection: { id: string; name: string }
  /** The model used, else the requested one, or the path of a request without one. */
  model: string
  /** The conversation that it was for; absent of all other requests. */
  conversationId?: string
  microUsd: number
  isEstimated?: true
}

interface Clock {
  /** Unix ms. */
  now(): number
  /** ms of a clock that is never set back. */
  elapsed(): number
}

interface Random {
  uuid(): string
  bytes(length: number): Uint8Array<ArrayBuffer>
}
