import type { AppContext } from './app-environment.ts'
import { chooseEncoding, SMALLEST_COMPRESSED_BYTES } from './encoding.ts'
import { setHeaders } from './set-headers.ts'

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
  context.header('Content-Type', type)
  context.header('Vary', 'Accept-Encoding', { append: true })
  context.status(status as Parameters<typeof context.status>[0])
  const compress = context.get('compress')
  const encoding =
    text.length < SMALLEST_COMPRESSED_BYTES
      ? undefined
      : chooseEncoding(context.req.header('accept-encoding'))
  if (encoding === undefined || compress === undefined) return context.body(text)
  context.header('Content-Encoding', encoding)
  return context.body(await compress(text, encoding))
}
