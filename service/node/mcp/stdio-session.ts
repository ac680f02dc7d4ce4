import { type ChildProcess, spawn } from 'node:child_process'

import { isJsonObject, type JsonObject, type JsonValue, readJson } from '../../../contract/json.ts'
import { errorCode } from '../../app/errors.ts'
import {
  errorMessageOf,
  type Message,
  type MessageId,
  metaOf,
  METHOD_NOT_FOUND,
  readMessage,
  type Reply,
  resultMessage,
  RpcError,
  SERVER_ERROR,
} from '../../app/mcp/json-rpc.ts'
import type { BridgedServer } from './bridged-server.ts'

/** Requests that may wait for their results. */
const MAX_PENDING = 64
/** What a server may send between two results: lines, and characters. */
const MAX_LINES = 10_000
const MAX_CHARACTERS = 100_000_000

/** How long a server may take, ms. */
export interface AnswerTimes {
  /** For the first answer: it may have to be downloaded first. */
  firstMs: number
  /** For any other. A person waits, and can stop it. */
  anyMs: number
}

/** One conversation with a server, over its standard input and output. */
export interface StdioSession {
  readonly isOpen: boolean
  readonly pendingCount: number
  /** Sends a request; its answer comes in the reply. Returns what cancels it. */
  request(message: Extract<Message, { kind: 'request' }>, reply: Reply): () => void
  notify(message: Extract<Message, { kind: 'notification' }>): void
  /** Passes on a client's response to a request of the server. */
  respond(body: JsonObject): void
  end(): Promise<void>
  kill(): void
}

interface Pending {
  id: MessageId
  progressToken: JsonValue | undefined
  reply: Reply
  timer: NodeJS.Timeout
}

interface SessionOptions {
  start: (events: ProcessEvents) => StdioProcess
  /** Whether the server may ask the client something. */
  mayAsk: boolean
  times: AnswerTimes
  /** Runs once when the server has ended. */
  onEnd: (end: ProcessEnd) => void
}

/** Starts a server. Requests get ids of its own, so that those of several clients never collide. */
export function openSession({ start, mayAsk, times, onEnd }: SessionOptions): StdioSession {
  const pending = new Map<number, Pending>()
  const asked = new Set<MessageId>()
  let lastId = 0
  let isOpen = true
  let lines = 0
  let characters = 0

  const settle = (own: number, message: JsonObject): void => {
    const request = pending.get(own)
    if (request === undefined) return
    pending.delete(own)
    clearTimeout(request.timer)
    request.reply.finish({ ...message, id: request.id }, statusOf(message))
  }
  const fail = (own: number, why: string) => {
    const id = pending.get(own)?.id
    if (id !== undefined) settle(own, errorMessageOf(id, new RpcError(SERVER_ERROR, why)))
  }
  const send = (message: JsonObject): boolean => process.write(JSON.stringify(message))
  const cancel = (own: number) => {
    const params = { requestId: own, reason: 'The client stopped waiting.' }
    send({ jsonrpc: '2.0', method: 'notifications/cancelled', params })
  }
  /** Shows the last client that waits what the server says on its own. */
  const passOn = (message: JsonObject): boolean =>
    [...pending.values()].at(-1)?.reply.notify(message) === true

  const onRequest = (id: MessageId, method: string, body: JsonObject) => {
    if (method === 'ping') return void send(resultMessage(id, {}))
    if (mayAsk && asked.size < MAX_PENDING && passOn(body)) return void asked.add(id)
    send(errorMessageOf(id, new RpcError(METHOD_NOT_FOUND, `Method not found: ${method}`)))
  }
  const onNotification = (method: string, params: JsonObject, body: JsonObject) => {
    if (method !== 'notifications/progress') return void passOn(body)
    const request = pending.get(Number(params['progressToken']))
    if (request?.progressToken === undefined) return
    const { progressToken } = request
    request.reply.notify({ ...body, params: { ...params, progressToken } })
  }
  const onLine = (line: string) => {
    lines += 1
    characters += line.length
    if (lines > MAX_LINES || characters > MAX_CHARACTERS)
      return void process.end('it sent too much without a result')
    const body = readJson(line)
    const message = readMessage(body)
    if (message === undefined || !isJsonObject(body)) return
    if (message.kind === 'request') onRequest(message.id, message.method, body)
    else if (message.kind === 'notification') onNotification(message.method, message.params, body)
    else if (typeof message.id === 'number' && pending.has(message.id)) {
      lines = 0
      characters = 0
      settle(message.id, body)
    }
  }
  const process = start({
    onLine,
    onEnd: (end) => {
      isOpen = false
      for (const own of pending.keys()) fail(own, `The server ended: ${end.why}.`)
      onEnd(end)
    },
  })

  return {
    get isOpen() {
      return isOpen
    },
    get pendingCount() {
      return pending.size
    },
    request: ({ id, method, params }, reply) => {
      lastId += 1
      const own = lastId
      const { progressToken } = metaOf(params)
      const isFirst = method === 'initialize' || method === 'server/discover'
      const ms = isFirst ? times.firstMs : times.anyMs
      const isFull = pending.size >= MAX_PENDING
      const timer = setTimeout(() => {
        cancel(own)
        fail(own, `The server did not respond within ${ms / 1000} s.`)
      }, ms)
      pending.set(own, { id, progressToken, reply, timer })
      const sent =
        progressToken === undefined
          ? params
          : { ...params, _meta: { ...metaOf(params), progressToken: own } }
      if (!isOpen) fail(own, 'The server ended.')
      else if (isFull) fail(own, `More than ${MAX_PENDING} requests are waiting.`)
      else if (!send({ jsonrpc: '2.0', id: own, method, params: sent }))
        fail(own, 'The server does not read its requests.')
      return () => {
        if (!pending.has(own)) return
        cancel(own)
        fail(own, 'The call was canceled.')
      }
    },
    notify: ({ method, params }) => {
      if (method !== 'notifications/cancelled') return void send({ jsonrpc: '2.0', method, params })
      const found = [...pending].find(([, { id }]) => id === params['requestId'])
      if (found === undefined) return
      cancel(found[0])
      fail(found[0], 'The call was canceled.')
    },
    respond: (body) => {
      const { id } = body
      if ((typeof id === 'string' || typeof id === 'number') && asked.delete(id)) send(body)
    },
    end: () => process.end(),
    kill: () => process.kill(),
  }
}

/** The HTTP status of a response: the errors of the stateless revision have one. */
function statusOf({ error }: JsonObject): number {
  const code = isJsonObject(error) ? error['code'] : undefined
  if (code === METHOD_NOT_FOUND) return 404
  return code === -32_021 || code === -32_022 ? 400 : 200
}

/** One message, bytes. */
const MAX_LINE_BYTES = 16_000_000
/** What may wait for a program that does not read, bytes. */
const MAX_WAITING_BYTES = 16_000_000
/** How long a program has to end after it was asked to, ms. */
const END_MS = 2000

/** What happens in a program. */
export interface ProcessEvents {
  /** A line of its standard output, without the end of line. */
  onLine: (line: string) => void
  /** It has ended, or never began; once. */
  onEnd: (end: ProcessEnd) => void
}

/** How a program ended. */
export interface ProcessEnd {
  /** In words: `exit code 1`. */
  why: string
  /** What it wrote to its standard error, bytes. What that says is nobody's here. */
  errorBytes: number
}

interface StdioProcess {
  /** Writes a line; false when it does not read what it was sent before. */
  write(line: string): boolean
  /** Ends it and all that it started. Resolves when it has ended. */
  end(why?: string): Promise<void>
  /** Ends it now, without waiting: for a process that exits itself. */
  kill(): void
}

/** Starts a program without a shell, in a process group of its own. */
export function startProcess(
  { command, args, env }: BridgedServer,
  { onLine, onEnd }: ProcessEvents,
): StdioProcess {
  const hasGroups = process.platform !== 'win32'
  const child = spawn(command, args, { env, detached: hasGroups, windowsHide: true, stdio: 'pipe' })
  let isEnded = false
  let errorBytes = 0
  let wanted: string | undefined
  let markEnded: () => void = () => undefined
  const ended = new Promise<void>((resolve) => (markEnded = resolve))
  const end = (why: string) => {
    if (isEnded) return
    isEnded = true
    clearTimeout(lastly)
    onEnd({ why: wanted ?? why, errorBytes })
    markEnded()
  }
  let lastly: NodeJS.Timeout | undefined
  // The number of a process that has ended may be another's by now.
  const kill = (signal: NodeJS.Signals) => {
    if (!isEnded) killGroup(child, signal, hasGroups)
  }
  const askToEnd = (why?: string) => {
    if (isEnded) return ended
    wanted ??= why
    child.stdin.end()
    kill('SIGTERM')
    lastly ??= setTimeout(() => kill('SIGKILL'), END_MS)
    return ended
  }

  // What it is sent after it ended is lost; its end says so.
  child.stdin.on('error', () => undefined)
  child.stderr.on('data', (chunk: Buffer) => (errorBytes += chunk.length))
  child.stdout.on(
    'data',
    lineReader(onLine, () => void askToEnd('it sent a line of more than 16 MB')),
  )
  child.on('error', (error) => {
    if (child.pid === undefined) end(`it could not be started: ${errorCode(error) || 'unknown'}`)
  })
  // What it started may go on and keep its output open.
  child.on('exit', () => kill('SIGKILL'))
  child.on('close', (code, signal) => end(signal === null ? `exit code ${code}` : String(signal)))
  return {
    write: (line) => {
      if (isEnded || child.stdin.writableLength > MAX_WAITING_BYTES) return false
      child.stdin.write(`${line}\n`)
      return true
    },
    end: askToEnd,
    kill: () => kill('SIGKILL'),
  }
}

function killGroup({ pid }: ChildProcess, signal: NodeJS.Signals, hasGroups: boolean): void {
  if (pid === undefined) return
  try {
    process.kill(hasGroups ? -pid : pid, signal)
  } catch (error) {
    // Nothing of it is left; macOS refuses instead where what has ended was not collected yet.
    if (!['ESRCH', 'EPERM'].includes(errorCode(error))) throw error
  }
}

/** Cuts chunks into lines. A line that gets too long is reported, and what follows is not read. */
function lineReader(onLine: (line: string) => void, onTooLong: () => void) {
  let parts: Buffer[] = []
  let length = 0
  let isOver = false
  return (chunk: Buffer) => {
    if (isOver) return
    let from = 0
    for (let at = chunk.indexOf(10); at !== -1; at = chunk.indexOf(10, from)) {
      const line = Buffer.concat([...parts, chunk.subarray(from, at)]).toString('utf8')
      parts = []
      length = 0
      from = at + 1
      if (line.trim() !== '') onLine(line)
    }
    parts.push(chunk.subarray(from))
    length += chunk.length - from
    if (length <= MAX_LINE_BYTES) return
    isOver = true
    parts = []
    onTooLong()
  }
}
