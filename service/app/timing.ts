/** Waits, in ms; rejects with the reason of the signal when that ends it. */
export function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) {
      reject(abortReason(signal))
      return
    }
    const stop = () => {
      clearTimeout(timer)
      reject(abortReason(signal))
    }
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', stop)
      resolve()
    }, ms)
    signal.addEventListener('abort', stop, { once: true })
  })
}

/**
 * Lets everything that waits have its turn: other requests, what has arrived meanwhile. Unlike a
 * timer it costs no milliseconds. Rejects when the signal has ended the work.
 */
export async function nextTurn(signal?: AbortSignal): Promise<void> {
  signal?.throwIfAborted()
  await new Promise<void>((resolve) => {
    waiting.push(resolve)
    if (waiting.length > 1) return
    // Listening keeps the process alive, so only while somebody waits.
    port1.onmessage = () => {
      port1.onmessage = null
      for (const run of waiting.splice(0)) run()
    }
    port2.postMessage(undefined)
  })
  signal?.throwIfAborted()
}

/** One for all: making one takes longer than all that is done with it. */
const { port1, port2 } = new MessageChannel()
const waiting: (() => void)[] = []

/** The reason of an abort; a client that hung up gives only a text, which nothing would catch. */
export function abortReason({ reason }: AbortSignal): Error {
  return reason instanceof Error ? reason : new Error(String(reason))
}

/**
 * Loads something when it is first asked for, once; again after it could not be loaded.
 * @example
 * const enclave = onDemand(async () => (await import('./enclave.ts')).createEnclave())
 */
export function onDemand<T>(load: () => Promise<T>): () => Promise<T> {
  let loaded: Promise<T> | undefined
  return () => {
    loaded ??= load().catch((error: unknown) => {
      loaded = undefined
      throw error
    })
    return loaded
  }
}
