import type { IncomingMessage } from 'node:http'

/**
 * The bytes of another server's answer, as fast as they are taken. Where they break off, `onCut`
 * runs after the last byte that arrived was taken: a cut must not look like an end.
 */
export function incomingBody(
  incoming: IncomingMessage,
  onCut: () => Promise<void>,
): ReadableStream<Uint8Array> {
  let isCut = false
  let isOver = false
  let isCancelled = false
  return new ReadableStream<Uint8Array>({
    start: (controller) => {
      const end = async () => {
        if (isOver) return
        isOver = true
        if (isCut) await onCut()
        // Dropping the connection cancels this stream, which closes it.
        if (!isCancelled) controller.close()
      }
      incoming.on('data', (chunk: Uint8Array) => {
        controller.enqueue(chunk)
        incoming.pause()
      })
      incoming.on('end', () => void end())
      incoming.on('error', () => undefined)
      incoming.on('close', () => {
        if (isOver) return
        isCut = true
        // Otherwise `pull` notices, once the queue is empty.
        if ((controller.desiredSize ?? 0) > 0) void end()
      })
    },
    pull: async (controller) => {
      if (!isCut) {
        incoming.resume()
        return
      }
      if (isOver) return
      isOver = true
      await onCut()
      if (!isCancelled) controller.close()
    },
    cancel: () => {
      isCancelled = true
      isOver = true
      incoming.destroy()
    },
  })
}
