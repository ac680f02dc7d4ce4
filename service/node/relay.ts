import { request as httpRequest, type IncomingMessage } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'

import { errorCode } from '../app/errors.ts'
import { type AppContext, dropConnection } from '../app/http/app-environment.ts'
import { standardError } from '../app/http/http-error.ts'
import { headersOf, respond, setHeaders, varyBy } from '../app/http/respond.ts'

/** Belong to one connection, not to the message (RFC 9110, 7.6.1). */
const HOP_BY_HOP = new Set([
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
])

/** About our page and its browser; the other service would take them for its own. */
const NOT_SENT_ON = new Set([...HOP_BY_HOP, 'host', 'origin', 'referer', 'cookie'])
/** Of the other service's connection and origin; `passedBack` leaves out more. */
const NOT_SENT_BACK = new Set([
  ...HOP_BY_HOP,
  'set-cookie',
  'access-control-allow-origin',
  'access-control-expose-headers',
  'access-control-allow-credentials',
])

const PREFIX = '/api/v1'

/**
 * Passes everything under `/api/v1` to another service and back, bytes untouched (`--relay`).
 * The caller brings the credentials. A redirect is passed back, never followed.
 */
export function createRelay(target: string) {
  const base = new URL(target).pathname === '/' ? `${new URL(target).origin}${PREFIX}` : target
  return async (context: AppContext): Promise<Response> => {
    const { pathname, search } = new URL(context.req.url)
    const url = new URL(`${base}${pathname.slice(PREFIX.length)}${search}`)
    const answer = await send(url, context.req.raw)
    // Ours would claim to be theirs.
    const headers = headersOf(context)
    for (const name of ['cf-ray', 'x-vendor-version']) delete headers[name]
    const exposed: string[] = []
    for (const [name, values] of Object.entries(answer.headersDistinct)) {
      if (NOT_SENT_BACK.has(name)) continue
      exposed.push(name)
      headers[name] = (values ?? []).join(', ')
    }
    if ('access-control-allow-origin' in headers) {
      setHeaders(context, { 'access-control-expose-headers': exposed.join(', ') })
      if (exposed.includes('vary')) varyBy(context, 'Origin')
    }
    const status = answer.statusCode ?? 502
    const isEmpty = status === 204 || status === 304 || context.req.method === 'HEAD'
    if (isEmpty) answer.resume()
    const body = isEmpty ? null : incomingBody(answer, () => dropConnection(context, 'begun'))
    return respond(context, body, status)
  }
}

function send(url: URL, request: Request): Promise<IncomingMessage> {
  const headers = [...request.headers].filter(
    ([name]) =>
      !NOT_SENT_ON.has(name) && !name.startsWith('sec-') && !name.startsWith('access-control-'),
  )
  return new Promise((resolve, reject) => {
    const make = url.protocol === 'https:' ? httpsRequest : httpRequest
    const outgoing = make(url, {
      method: request.method,
      headers: Object.fromEntries(headers),
      signal: request.signal,
    })
    outgoing.once('response', resolve)
    outgoing.once('upgrade', ({ statusCode }, socket) => {
      socket.destroy()
      reject(
        standardError(
          502,
          `The service at ${url.origin} switched to another protocol (status ${statusCode}).`,
        ),
      )
    })
    outgoing.once('error', (error) => {
      const reason = errorCode(error) || error.message
      reject(
        request.signal.aborted
          ? error
          : standardError(502, `The service at ${url.origin} can't be reached (${reason}).`),
      )
    })
    if (request.body === null) outgoing.end()
    // Whatever breaks off the upload ends `outgoing`, which tells; without this it would end the process.
    else
      pipeline(
        Readable.fromWeb(request.body as Parameters<typeof Readable.fromWeb>[0]),
        outgoing,
      ).catch(() => undefined)
  })
}

/**
 * The bytes of another server's answer, as fast as they are taken. Where they break off, `onCut`
 * runs after the last byte that arrived was taken: a cut must not look like an end.
 */
function incomingBody(
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
