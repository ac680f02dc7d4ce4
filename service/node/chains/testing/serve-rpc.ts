import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'

/** Puts a chain's JSON-RPC on a socket of 127.0.0.1, for clients that speak HTTP. */
export async function serveRpc(rpc: (body: unknown) => Promise<unknown>) {
  const methods: string[] = []
  const server = createServer((request, response) => {
    void text(request).then(async (body) => {
      const parsed: unknown = JSON.parse(body)
      for (const one of [parsed].flat()) methods.push(String(Reflect.get(Object(one), 'method')))
      response
        .writeHead(200, { 'content-type': 'application/json' })
        .end(JSON.stringify(await rpc(parsed)))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('No port.')
  return {
    url: `http://127.0.0.1:${address.port}`,
    /** The methods called so far. */
    methods,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
