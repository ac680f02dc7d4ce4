import { END_TEXT, eventText } from '../chat/event-stream.ts'
import type { AppContext } from '../http/app-environment.ts'

/**
 * The answer to a request that was sealed for a key the enclave does not hold, such as one from
 * before a restart: a stream that says so and nothing else.
 */
export function staleAnswer(context: AppContext): Response {
  context.header('Content-Type', 'text/event-stream; charset=utf-8')
  const error = {
    message: 'The enclave has another key now. Ask for a new attestation, then send again.',
    type: 'invalid_request_error',
    code: 'e2ee_attestation_stale',
    param: null,
  }
  return context.body(eventText({ error }) + END_TEXT)
}
