import type {
  PortCommand,
  PortReply,
  PortRequest,
} from '../../../contract/practice/practice-api.ts'

/** Where requests are posted: a worker. */
export interface PortTarget {
  postMessage(message: PortRequest, transfer: Transferable[]): void
}

/** Opens a target; `onGone` is called when it can't answer any more, with the reason. */
export type OpenTarget = (onGone: (reason: string) => void) => PortTarget

/**
 * A `fetch` whose server is behind a message port. It behaves as over a network: what is aborted ends at
 * both ends, a body is read as fast as it is wanted, and a server that is gone rejects with a TypeError. The
 * target is opened at once, and anew with the first request after it is gone.
 * @example
 * const fetch = createPortFetch((onGone) => startWorker(onGone))
 */
export function createPortFetch(openTarget: OpenTarget): typeof fetch {
  const running = new Set<(error: unknown) => void>()

  const open = () => {
    const opened = openTarget((reason) => {
      if (target === opened) target = undefined
      for (const fail of running) fail(new TypeError(reason))
    })
    return opened
  }
  let target: PortTarget | undefined = open()

  return async (input, init) => {
    const request = new Request(input, init)
    const { method, url, signal } = request
    const body = await request.arrayBuffer()
    signal.throwIfAborted()
    target ??= open()
    const { port1: port, port2 } = new MessageChannel()
    const exchange = exchangeOver(port, signal, running)
    const message: PortRequest = { method, url, headers: [...request.headers] }
    const hasBody = body.byteLength > 0
    target.postMessage(hasBody ? { ...message, body } : message, hasBody ? [port2, body] : [port2])
    return exchange
  }
}

function exchangeOver(
  port: MessagePort,
  signal: AbortSignal,
  running: Set<(error: unknown) => void>,
): Promise<Response> {
  const say = (command: PortCommand) => port.postMessage(command)
  return new Promise((resolve, reject) => {
    let body: ReadableStreamDefaultController<Uint8Array> | undefined
    const close = () => {
      running.delete(fail)
      signal.removeEventListener('abort', abort)
      port.close()
    }
    const fail = (error: unknown) => {
      close()
      reject(error)
      body?.error(error)
    }
    const abort = () => {
      say('abort')
      fail(signal.reason)
    }
    const streamBody = () =>
      new ReadableStream<Uint8Array>(
        {
          start: (controller) => void (body = controller),
          pull: () => say('pull'),
          cancel: () => {
            say('abort')
            close()
          },
        },
        { highWaterMark: 0 },
      )
    port.onmessage = ({ data: reply }: MessageEvent<PortReply>) => {
      switch (reply.type) {
        case 'head': {
          const { status, statusText, headers } = reply
          resolve(
            new Response(reply.hasBody ? streamBody() : null, { status, statusText, headers }),
          )
          if (!reply.hasBody) close()
          break
        }
        case 'chunk':
          body?.enqueue(reply.bytes)
          break
        case 'end':
          close()
          body?.close()
          break
        case 'error':
          fail(new TypeError(reply.message))
      }
    }
    running.add(fail)
    signal.addEventListener('abort', abort)
  })
}
