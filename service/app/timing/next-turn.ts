/**
 * Lets everything that waits have its turn: other requests, what has arrived meanwhile. Unlike a
 * timer it costs no milliseconds. Rejects when the signal has ended the work.
 */
export async function nextTurn(signal?: AbortSignal): Promise<void> {
  signal?.throwIfAborted()
  const { port1, port2 } = new MessageChannel()
  await new Promise<void>((resolve) => {
    port1.onmessage = () => resolve()
    port2.postMessage(undefined)
  })
  port1.close()
  signal?.throwIfAborted()
}
