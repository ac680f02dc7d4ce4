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
