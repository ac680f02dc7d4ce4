import type { PortCommand, PortReply, PortRequest } from '../../contract/practice/practice-api.ts'
import type { Connection } from '../app/http/connection.ts'
import type { Service } from '../app/service.ts'

/** Answers one request of the page on its port. Never rejects: what goes wrong is said on the port. */
export async function servePort(
  service: Pick<Service, 'fetch'>,
  { method, url, headers, body }: PortRequest,
  port: MessagePort,
): Promise<void> {
  const gone = new AbortController()
  let reader: ReadableStreamDefaultReader<Uint8Array> | undefined
  let isClosed = false
  const onClose = new Set<() => void>()
  const close = () => {
    isClosed = true
    for (const run of onClose) run()
    onClose.clear()
    port.close()
  }
  const reply = (message: PortReply, transfer: Transferable[] = []) => {
    if (!isClosed) port.postMessage(message, transfer)
  }
  const breakOff = (message: string) => {
    reply({ type: 'error', message })
    close()
  }
  const sendChunk = async () => {
    if (reader === undefined || isClosed) return
    try {
      const { done, value } = await reader.read()
      if (done) {
        reply({ type: 'end' })
        return close()
      }
      // A copy, as a chunk may be part of a buffer that others still need.
      const bytes = new Uint8Array(value)
      reply({ type: 'chunk', bytes }, [bytes.buffer])
    } catch (error) {
      breakOff(messageOf(error))
    }
  }

  port.onmessage = ({ data: command }: MessageEvent<PortCommand>) => {
    if (command === 'pull') return void sendChunk()
    gone.abort(new Error('The page aborted the request.'))
    void reader?.cancel(gone.signal.reason).catch(() => undefined)
    close()
  }

  const connection: Connection = {
    remoteAddress: undefined,
    headerCount: headers.length,
    body: 'complete',
    onBodyEnd: (run) => run(),
    onBodyClose: (run) => run(),
    onClose: (run) => {
      if (isClosed) run()
      else onClose.add(run)
    },
    // What was written has left: the next chunk is only made when the one before it was asked for.
    drop: async () => breakOff('The service dropped the connection.'),
  }
  try {
    const request = new Request(url, {
      method,
      headers,
      signal: gone.signal,
      ...(body === undefined ? {} : { body }),
    })
    const response = await service.fetch(request, connection)
    if (isClosed) return void response.body?.cancel().catch(() => undefined)
    reader = response.body?.getReader()
    const { status, statusText } = response
    // What a server on a network adds to every response.
    if (!response.headers.has('date')) response.headers.set('date', new Date().toUTCString())
    const hasBody = reader !== undefined
    reply({ type: 'head', status, statusText, headers: [...response.headers], hasBody })
    if (!hasBody) close()
  } catch (error) {
    breakOff(messageOf(error))
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
