import type { AppContext } from './app-environment.ts'
import { headersOf } from './set-headers.ts'

/**
 * The response to a request, with the headers that `setHeaders` gathered. Hono's own (`context.body` and
 * the like) would leave them out: it keeps headers in a `Headers` object, which costs more than the rest of
 * a response.
 */
export function respond(context: AppContext, body: BodyInit | null, status = 200): Response {
  return new Response(body, { status, headers: headersOf(context) })
}
