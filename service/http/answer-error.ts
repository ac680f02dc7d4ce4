import type { Log } from '../log.ts'
import type { AppContext } from './app-environment.ts'
import { HttpError, standardError } from './http-error.ts'
import { sendJson } from './send-json.ts'

/** Turns whatever was thrown into an error answer; what nobody expected is logged and told as 500. */
export function answerError(log: Log) {
  return (error: unknown, context: AppContext): Response | Promise<Response> => {
    const known = error instanceof HttpError ? error : unexpected(error, context, log)
    return sendJson(context, known.body, known.status, known.headers)
  }
}

function unexpected(error: unknown, context: AppContext, log: Log): HttpError {
  const isGone = context.req.raw.signal.aborted
  if (!isGone)
    log('error', 'unexpected error', {
      requestId: context.get('requestId'),
      error: error instanceof Error ? (error.stack ?? error.message) : String(error),
    })
  return standardError(500, 'Inference processing failed.', 'INFERENCE_FAILED')
}
