import type { AppContext } from './app-environment.ts'
import { chooseEncoding, SMALLEST_COMPRESSED_BYTES } from './encoding.ts'
import { respond } from './respond.ts'
import { setHeaders, varyBy } from './set-headers.ts'

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
