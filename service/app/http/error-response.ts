import { providerNoCredit } from '../auth/provider-keys.ts'
import type { Log } from '../log.ts'
import { StorageUnavailable } from '../storage-unavailable.ts'
import type { AppContext } from './app-environment.ts'
import { HttpError, standardError } from './http-error.ts'
import { sendJson } from './send-json.ts'
import { setHeaders } from './set-headers.ts'

/** What the log says of a request whose client left before the answer. Nobody receives it. */
export const CLIENT_GONE = 499

/** What error answers call the machine: its own name is nobody's business. */
const HOST_NAME = 'local'

/** Turns whatever was thrown into an error answer; what nobody expected is logged and told as 500. */
export function errorResponse(log: Log) {
  return (error: unknown, context: AppContext): Response | Promise<Response> => {
    const known = error instanceof HttpError ? error : toHttpError(error, context, log)
    setHeaders(context, { 'x-vendor-host-name': HOST_NAME })
    const { code } = known.body
    const likeProvider = context.get('likeProvider') === true
    // The contract's 415; the real service keeps that for encodings.
    const status = likeProvider && code === 'INVALID_CONTENT_TYPE' ? 400 : known.status
    const body =
      likeProvider && code === 'INSUFFICIENT_BALANCE'
        ? providerNoCredit(context.get('apiKey'))
        : known.body
    return sendJson(context, body, status, known.headers)
  }
}

function toHttpError(error: unknown, context: AppContext, log: Log): HttpError {
  if (context.req.raw.signal.aborted)
    return standardError(CLIENT_GONE, 'The client closed the connection.')
  if (error instanceof StorageUnavailable) {
    log('error', error.message, { requestId: context.get('requestId'), cause: String(error.cause) })
    return standardError(503, 'Storage unavailable. Try again in a moment.', 'MODEL_OFFLINE', {
      'Retry-After': '2',
    })
  }
  log('error', 'unexpected error', {
    requestId: context.get('requestId'),
    error: error instanceof Error ? (error.stack ?? error.message) : String(error),
  })
  return standardError(500, 'Inference processing failed.', 'INFERENCE_FAILED')
}
