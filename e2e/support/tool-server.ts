import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A message that the tool server received. */
interface Received {
  method: string
  authorization: string | undefined
}

/** An MCP server of others on this machine, whose tools and answers a test decides. */
export interface ToolServer {
  url: string
  origin: string
  /** Its tools, as it lists them from now on. */
  tools: object[]
  /** The JSON-RPC messages so far; preflights are not among them. */
  received: Received[]
  /** Answers calls from now on; a result in text by default. */
  answerCall: (response: ServerResponse, id: unknown) => void
  stop: () => Promise<void>
}

/** Starts a server of the 2025 revisions without sessions; web pages may use it (CORS). */
export async function startToolServer(tools: object[]): Promise<ToolServer> {
  const server = createServer((request, response) => void answer(request, response))
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    response.setHeader('Access-Control-Allow-Origin', '*')
    response.setHeader(
      'Access-Control-Allow-Headers',
      'authorization, content-type, mcp-protocol-version, mcp-session-id, mcp-method, mcp-name',
    )
    if (request.method === 'OPTIONS') return response.writeHead(204).end()
    if (request.method !== 'POST') return response.writeHead(405).end()
    const { id, method, params } = await readMessage(request)
    started.received.push({ method, authorization: request.headers.authorization })
    if (method === 'initialize')
      return sendResult(response, id, {
        protocolVersion: params?.protocolVersion,
        capabilities: { tools: {} },
        serverInfo: { name: 'other', version: '1' },
      })
    if (id === undefined) return response.writeHead(202).end()
    if (method === 'tools/list') return sendResult(response, id, { tools: started.tools })
    if (method === 'tools/call') return started.answerCall(response, id)
    return sendJson(response, { jsonrpc: '2.0', id, error: { code: -32_601, message: 'None' } })
  }
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const origin = `http://127.0.0.1:${port}`
  const started: ToolServer = {
    url: `${origin}/mcp`,
    origin,
    tools,
    received: [],
    answerCall: (response, id) =>
      sendResult(response, id, { content: [{ type: 'text', text: 'done' }] }),
    stop: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
  return started
}

/** Sends the result of a request. */
function sendResult(response: ServerResponse, id: unknown, result: object): void {
  sendJson(response, { jsonrpc: '2.0', id, result })
}

function sendJson(response: ServerResponse, message: object): void {
  response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(message))
}

async function readMessage(
  request: IncomingMessage,
): Promise<{ id?: unknown; method: string; params?: { protocolVersion?: string } }> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return JSON.parse(Buffer.concat(chunks).toString())
}
