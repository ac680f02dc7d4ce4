import type { AppContext } from './app-environment.ts'
import { chooseEncoding, SMALLEST_COMPRESSED_BYTES } from './encoding.ts'

/**
 * The response to a request, with the headers that `setHeaders` gathered. Hono's own (`context.body` and
 * the like) would leave them out: it keeps headers in a `Headers` object, which costs more than the rest of
 * a response.
 */
export function respond(context: AppContext, body: BodyInit | null, status = 200): Response {
  return new Response(body, { status, headers: headersOf(context) })
}

/** Answers with JSON, see {@link sendText}. */
export function sendJson(
  context: AppContext,
  value: unknown,
  status = 200,
  headers: Readonly<Record<string, string>> = {},
): Promise<Response> {
  return sendText(context, JSON.stringify(value), 'application/json', status, headers)
}

/** Answers with text, compressed when the client takes `br` or `gzip` (contract, `Accept-Encoding`). */
export async function sendText(
  context: AppContext,
  text: string,
  type: string,
  status = 200,
  headers: Readonly<Record<string, string>> = {},
): Promise<Response> {
  setHeaders(context, headers)
  setHeaders(context, { 'content-type': type })
  varyBy(context, 'Accept-Encoding')
  const compress = context.get('compress')
  const encoding =
    text.length < SMALLEST_COMPRESSED_BYTES
      ? undefined
      : chooseEncoding(context.req.header('accept-encoding'))
  if (encoding === undefined || compress === undefined) return respond(context, text, status)
  setHeaders(context, { 'content-encoding': encoding })
  return respond(context, await compress(text, encoding), status)
}

/** The headers that were gathered for the response, by their names in lower case. */
export function headersOf(context: AppContext): Record<string, string> {
  const known = context.get('headers')
  if (known !== undefined) return known
  const headers = {}
  context.set('headers', headers)
  return headers
}

/** Puts headers on the response, which is made by `respond`. One that was set before is replaced. */
export function setHeaders(context: AppContext, headers: Readonly<Record<string, string>>): void {
  const all = headersOf(context)
  for (const name in headers) {
    const value = headers[name]
    if (value !== undefined) all[name.toLowerCase()] = value
  }
}

/** Adds a name to `Vary`. */
export function varyBy(context: AppContext, name: string): void {
  const all = headersOf(context)
  all['vary'] = all['vary'] === undefined ? name : `${all['vary']}, ${name}`
}

/** The `x-pagination-*` headers of one page of a list; pages count from 1. */
export function pageHeaders(page: {
  limit: number
  page: number
  total: number
}): Record<string, string> {
  return {
    'x-pagination-limit': String(page.limit),
    'x-pagination-page': String(page.page),
    'x-pagination-total': String(page.total),
    'x-pagination-total-pages': String(Math.ceil(page.total / page.limit)),
  }
}

/** The policy of files of the app that are no pages at all. */
export const DATA_POLICY = "default-src 'none'; frame-ancestors 'none'"

/**
 * The policy of what the API answers. It may be somebody else's HTML, from an upstream, a relay or a recording: opened
 * as a page it runs nothing, submits nothing, and has no part in this origin.
 */
export const API_POLICY =
  "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; sandbox"

/** The service revision, `<YYYYMMDD.HHMMSS>`, returned as `x-vendor-version` (contract, "Versioning"). */
export const REVISION = '20261120.210000'
