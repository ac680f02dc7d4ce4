import { type IncomingMessage, request as requestHttp, type RequestOptions } from 'node:http'
import { request as requestHttps } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { createGunzip } from 'node:zlib'

import { FILE_SIZE_LIMIT_BYTES } from '../../../contract/limits/sizes.ts'
import { errorCode } from '../../app/errors.ts'
import type {
  Fetched,
  OutboundClient,
  OutboundResult,
} from '../../app/inference/inputs/input-sources.ts'
import {
  checkAddress,
  type CheckedAddress,
  type OutboundPolicy,
  PUBLIC_POLICY,
} from './outbound-policy.ts'

/** How long a fetch may take, redirects and body included, ms. */
const DEADLINE_MS = 10_000
const MAX_REDIRECTS = 3
const REDIRECTS: readonly number[] = [301, 302, 303, 307, 308]

/**
 * A client that contacts public web addresses only: each hop is resolved once, all its addresses are
 * validated, and the connection goes to one of those. Three redirects, ten seconds, 25 MB, no cookies.
 * Every failure is a value.
 */
export function createOutboundClient(
  policy: OutboundPolicy = PUBLIC_POLICY,
  deadlineMs: number = DEADLINE_MS,
): OutboundClient {
  return {
    get: async (address, options = {}) => {
      const { limitBytes = FILE_SIZE_LIMIT_BYTES, signal } = options
      const late = AbortSignal.timeout(deadlineMs)
      const ends = signal === undefined ? late : AbortSignal.any([late, signal])
      const limit = Math.min(limitBytes, FILE_SIZE_LIMIT_BYTES)
      try {
        return await endingWith(ends, follow(address, policy, { ...options, limit }, ends))
      } catch (error) {
        if (late.aborted) return refuse(`It timed out after ${deadlineMs / 1000} seconds.`)
        if (ends.aborted) return refuse('The request was aborted.')
        return refuse(`It can't be reached (${errorCode(error) || 'no connection'}).`)
      }
    },
  }
}

async function follow(
  address: string,
  policy: OutboundPolicy,
  {
    accept = '*/*',
    limit,
    mostRedirects = MAX_REDIRECTS,
  }: { accept?: string; limit: number; mostRedirects?: number },
  signal: AbortSignal,
): Promise<OutboundResult> {
  let at = address
  for (let hop = 0; hop <= mostRedirects; hop += 1) {
    const verdict = await checkAddress(at, policy)
    if (!verdict.ok)
      return refuse(hop === 0 ? verdict.message : `After a redirect: ${verdict.message}`)
    signal.throwIfAborted()
    const incoming = await openResponse(verdict.value, policy, accept, signal)
    const status = incoming.statusCode ?? 0
    const { location } = incoming.headers
    if (REDIRECTS.includes(status) && location !== undefined) {
      incoming.destroy()
      if (!URL.canParse(location, at)) return refuse('It redirects to an invalid URL.')
      at = new URL(location, at).href
      continue
    }
    if (status < 200 || status > 299) {
      incoming.destroy()
      return refuse(`Its server returned status ${status}.`)
    }
    const body = await readBody(incoming, limit)
    return body.ok ? { ok: true, value: fetched(incoming, body.bytes, at) } : body
  }
  return refuse(
    mostRedirects === 0
      ? 'It redirects to another URL.'
      : `It redirects more than ${mostRedirects} times.`,
  )
}

function fetched(incoming: IncomingMessage, bytes: Uint8Array, url: string): Fetched {
  const type = (incoming.headers['content-type'] ?? '').toLowerCase()
  const charset = /;\s*charset="?([a-z0-9_:.-]{1,40})/.exec(type)?.[1]
  return { bytes, mediaType: (type.split(';')[0] ?? '').trim(), charset, url }
}

/** A name server that does not answer has no signal of its own, so the wait itself must end. */
function endingWith<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = () => reject(new Error('aborted'))
    if (signal.aborted) stop()
    signal.addEventListener('abort', stop, { once: true })
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop))
  })
}

function refuse(message: string): { ok: false; message: string } {
  return { ok: false, message }
}

/** The headers of every request; there are no cookies and no credentials. */
const HEADERS = { 'Accept-Encoding': 'gzip', 'User-Agent': 'vendor-playground' }

/**
 * Sends one GET to a checked address and gives the answer, its body unread. The connection goes to
 * the very addresses that were validated: the name is not looked up again.
 */
function openResponse(
  { url, host, port, addresses }: CheckedAddress,
  policy: OutboundPolicy,
  accept: string,
  signal: AbortSignal,
): Promise<IncomingMessage> {
  const targets = addresses.map((address) => policy.connectTo({ address, port }))
  const [first] = targets
  if (first === undefined) throw new TypeError('A checked URL has at least one IP address')
  const isLiteral = isIP(host) !== 0
  const options: RequestOptions = {
    // Node looks nothing up for a literal address, so this is where it goes.
    hostname: isLiteral ? first.address : host,
    port: first.port,
    path: `${url.pathname}${url.search}`,
    lookup: pinnedLookup(targets.map(({ address }) => address)),
    agent: false,
    signal,
    headers: { ...HEADERS, Host: url.host, Accept: accept },
  }
  return new Promise((resolve, reject) => {
    const outgoing =
      url.protocol === 'https:'
        ? requestHttps({ ...options, ...(isLiteral ? {} : { servername: host }) })
        : requestHttp(options)
    outgoing.on('response', resolve)
    outgoing.on('error', reject)
    outgoing.end()
  })
}

function pinnedLookup(addresses: readonly string[]): LookupFunction {
  const found = addresses.map((address) => ({ address, family: isIP(address) }))
  return (_host, options, callback) => {
    const [first] = found
    if (options.all === true) callback(null, found)
    else callback(null, first?.address ?? '', first?.family)
  }
}

type BodyResult = { ok: true; bytes: Uint8Array } | { ok: false; message: string }

/**
 * Reads a body to its end, counting bytes before and after decoding; it must stay below `limit` bytes
 * either way. Only gzip is decoded. The connection is closed in every case.
 */
async function readBody(incoming: IncomingMessage, limit: number): Promise<BodyResult> {
  try {
    const encoding = (incoming.headers['content-encoding'] ?? 'identity').trim().toLowerCase()
    const isGzip = encoding === 'gzip' || encoding === 'x-gzip'
    if (!isGzip && encoding !== 'identity' && encoding !== '')
      return refuseBody('The response is compressed, but not with gzip.')
    if (Number(incoming.headers['content-length'] ?? 0) >= limit) return tooLarge(limit)
    const received = counted(incoming, limit)
    const chunks: Uint8Array[] = []
    let bytes = 0
    for await (const chunk of isGzip ? gunzipped(received) : received) {
      bytes += chunk.byteLength
      if (bytes >= limit) return tooLarge(limit)
      chunks.push(chunk)
    }
    return { ok: true, bytes: Buffer.concat(chunks, bytes) }
  } catch (error) {
    if (error instanceof TooMuch) return tooLarge(limit)
    if (isZlibError(error)) return refuseBody('The response is invalid gzip.')
    throw error
  } finally {
    incoming.destroy()
  }
}

class TooMuch extends Error {}

async function* counted(incoming: IncomingMessage, limit: number): AsyncGenerator<Uint8Array> {
  let bytes = 0
  for await (const chunk of incoming) {
    if (!(chunk instanceof Uint8Array)) continue
    bytes += chunk.byteLength
    if (bytes >= limit) throw new TooMuch()
    yield chunk
  }
}

/** By hand instead of a pipeline: what is read ahead stays one chunk, and errors arrive here. */
async function* gunzipped(source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const gunzip = createGunzip()
  const feeding = feed(source, gunzip)
  try {
    for await (const chunk of gunzip) if (chunk instanceof Uint8Array) yield chunk
    await feeding
  } finally {
    gunzip.destroy()
  }
}

async function feed(
  source: AsyncIterable<Uint8Array>,
  gunzip: ReturnType<typeof createGunzip>,
): Promise<void> {
  try {
    for await (const chunk of source) {
      if (gunzip.destroyed) return
      if (!gunzip.write(chunk))
        await new Promise((resolve) => {
          gunzip.once('drain', resolve)
          gunzip.once('close', resolve)
        })
    }
    gunzip.end()
  } catch (error) {
    gunzip.destroy(error instanceof Error ? error : new Error(String(error)))
  }
}

function isZlibError(error: unknown): boolean {
  return /^(Z_|ERR_ZLIB|ERR_BUFFER)/.test(errorCode(error))
}

function refuseBody(message: string): BodyResult {
  return { ok: false, message }
}

function tooLarge(limit: number): BodyResult {
  return refuseBody(`The response is not smaller than ${limit / 1_000_000} MB.`)
}
