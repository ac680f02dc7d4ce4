import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A request that the other server got. */
interface Received {
  method: string
  path: string
  authorization: string | undefined
  headers: IncomingHttpHeaders
  body: unknown
}

export interface OtherServer {
  baseUrl: string
  origin: string
  key: string
  received: Received[]
  /** What every image edit is answered from now on. */
  answerEdits: (answer: { contentType: string; bytes: Buffer }) => void
  /** From now on no web page may use it. */
  refusePages: () => void
  /** From now on the key may also come in a header of this name. */
  acceptHeader: (name: string) => void
  /** From now on nobody needs a key. */
  openToAll: () => void
  /** From now on its list of models needs no key; everything else does. */
  openList: () => void
  /** From now on it has these models; undefined: it lists none and takes any. */
  setModels: (ids: readonly string[] | undefined) => void
  stop: () => Promise<void>
}

/**
 * An OpenAI-compatible API that shares nothing with the local service: its own code, its own key,
 * its own address, and no vendor extensions. Web pages may use it (CORS), until told otherwise.
 */
export async function startOtherServer(): Promise<OtherServer> {
  const key = 'other-key-0123456789'
  const received: Received[] = []
  let allowsPages = true
  let needsKey = true
  let isListOpen = false
  let keyHeader: string | undefined
  let models: readonly string[] | undefined = ['other-model']
  let edited: { contentType: string; bytes: Buffer } | undefined
  const server = createServer((request, response) => {
    void (async () => {
      const cors: Record<string, string> = allowsPages
        ? {
            'Access-Control-Allow-Origin': '*',
            'Access-Control-Allow-Headers': 'authorization, content-type, api-key, x-title',
          }
        : {}
      if (request.method === 'OPTIONS') return response.writeHead(204, cors).end()
      const body = await readJson(request)
      const { authorization } = request.headers
      const path = request.url ?? ''
      received.push({
        method: request.method ?? '',
        path,
        authorization,
        headers: request.headers,
        body,
      })
      const json = (status: number, value: unknown) =>
        response
          .writeHead(status, { ...cors, 'Content-Type': 'application/json' })
          .end(JSON.stringify(value))
      const given = keyHeader === undefined ? authorization : request.headers[keyHeader]
      const isOpen = !needsKey || (isListOpen && path.startsWith('/v1/models'))
      if (!isOpen && given !== `Bearer ${key}` && (keyHeader === undefined || given !== key))
        return json(401, { error: { message: 'Incorrect API key', code: 'invalid_api_key' } })
      if (path.startsWith('/v1/models'))
        return models === undefined
          ? json(404, { error: { message: 'Not found' } })
          : json(200, { object: 'list', data: models.map((id) => ({ id, object: 'model' })) })
      const model: unknown = isRecord(body) ? body['model'] : undefined
      if (path === '/v1/chat/completions' && models?.every((id) => id !== model) === true)
        return json(404, { error: { message: `The model ${String(model)} does not exist` } })
      if (path === '/v1/image/edit' && edited !== undefined)
        return response
          .writeHead(200, { ...cors, 'Content-Type': edited.contentType })
          .end(edited.bytes)
      response.writeHead(200, { ...cors, 'Content-Type': 'text/event-stream' })
      for (const content of ['Hello ', 'from ', 'elsewhere'])
        response.write(
          `data: ${JSON.stringify({ id: 'x', choices: [{ index: 0, delta: { content } }] })}\n\n`,
        )
      response.write(
        'data: {"id":"x","choices":[{"index":0,"delta":{},"finish_reason":"stop"}]}\n\n',
      )
      return response.end('data: [DONE]\n\n')
    })()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const origin = `http://127.0.0.1:${port}`
  return {
    origin,
    baseUrl: `${origin}/v1`,
    key,
    received,
    answerEdits: (answer) => {
      edited = answer
    },
    refusePages: () => {
      allowsPages = false
    },
    acceptHeader: (name) => {
      keyHeader = name
    },
    openToAll: () => {
      needsKey = false
    },
    openList: () => {
      isListOpen = true
    },
    setModels: (ids) => {
      models = ids
    },
    stop: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

async function readJson(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  const text = Buffer.concat(chunks).toString()
  return text === '' ? undefined : (JSON.parse(text) as unknown)
}
