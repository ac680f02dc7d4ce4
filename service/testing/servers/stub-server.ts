import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A response as a server writes it. */
export interface Scripted {
  status?: number
  /** The content type; null for none. */
  type?: string | null
  body: string
  /** What happens after the body: the response ends, stays open, or the connection is dropped. */
  after?: 'end' | 'open' | 'drop'
}

/** A server that answers `POST /v1/chat/completions` by the model that is asked for. */
export interface StubServer {
  baseUrl: string
  /** The bodies of the chat requests, oldest first. */
  seen: readonly unknown[]
  close(): void
}

/** Starts one on loopback; its models are the names of the responses. */
export async function startStubServer(
  responses: ReadonlyMap<string, Scripted>,
): Promise<StubServer> {
  const seen: unknown[] = []
  const server = createServer((request, response) => {
    let received = ''
    request.on('data', (piece) => (received += String(piece)))
    request.on('end', () => {
      if (request.method === 'GET') {
        const data = [...responses.keys()].map((id) => ({ id, object: 'model' }))
        response.writeHead(200, { 'content-type': 'application/json' })
        return response.end(JSON.stringify({ object: 'list', data }))
      }
      const asked = JSON.parse(received) as { model: string }
      seen.push(asked)
      const scripted = responses.get(asked.model)
      if (scripted === undefined) return response.writeHead(404).end()
      const { status = 200, type = 'text/event-stream', body, after = 'end' } = scripted
      response.writeHead(status, type === null ? {} : { 'content-type': type })
      if (after === 'end') return response.end(body)
      response.write(body, () => {
        if (after === 'drop') response.destroy()
      })
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    seen,
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}
