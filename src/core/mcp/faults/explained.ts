import { isServiceError, type Failure } from '../../../../contract/errors/failure.ts'
import type { Exchange } from '../../client/exchanges/exchange.ts'
import { MAX_RESPONSE_BYTES } from '../limits.ts'
import type { RpcError } from '../wire/json-rpc.ts'
import type { Wire } from '../wire/wire.ts'
import { corsFault } from './cors.ts'
import { fault, overLimit } from './fault.ts'
import { rpcFault } from './rpc-fault.ts'
import { statusFault } from './status-fault.ts'

/** A failure of the pipeline in the words of tool servers. */
export function explained(
  wire: Wire,
  failure: Failure,
  exchange: Exchange,
  rpc: RpcError | undefined,
  /** The error is of this request, as it was handled. */
  isHandled = false,
): Failure {
  const page = wire.client.world.origin
  const { headers, url } = exchange.request
  const names = headers.map(([name]) => name).filter((name) => name.toLowerCase() !== 'accept')
  if (isServiceError(failure)) {
    const { status } = failure
    const hasSession = wire.sessionId !== undefined
    const lacksSession =
      wire.era === 'session' &&
      wire.version !== undefined &&
      !hasSession &&
      /session/i.test(rpc?.message ?? 'session')
    // 404 is a session that ended, and nothing ran, unless the error is what handling it led to.
    const hasEnded = status === 404 && hasSession && !isHandled
    const isOfStatus = status === 401 || status === 403 || hasEnded || lacksSession
    if (rpc !== undefined && !isOfStatus) return rpcFault(rpc)
    const isAuthorized = headers.some(([name]) => name.toLowerCase() === 'authorization')
    return statusFault(failure, exchange, { isAuthorized, hasSession, lacksSession, page })
  }
  switch (failure.kind) {
    case 'unreachable':
      return corsFault(
        {
          url,
          page,
          headers: names,
          isInitialized: wire.version !== undefined && wire.era === 'session',
        },
        failure.cause ?? failure.message,
      )
    case 'stalled':
      return fault('timed_out', {
        title: 'Tool server timed out',
        meaning: 'No complete response arrived in time. The tool may still be running.',
        nextStep: 'Check what the tool did before you retry.',
      })
    case 'answer_too_large':
      return overLimit(`The response is larger than ${MAX_RESPONSE_BYTES / 2 ** 20} MB.`)
    case 'cut':
      return fault(
        'error',
        {
          title: 'Connection lost',
          meaning: 'The response ended early. The tool may have run.',
          nextStep: 'Check what the tool did before you retry.',
        },
        failure.cause ?? failure.message,
      )
    default:
      return failure
  }
}

/** A body that is no JSON, and what it is instead. */
export function notJson(text: string): Failure {
  const isHtml = /^\s*<(?:!doctype|html|head|body)/i.test(text)
  return fault('not_mcp', {
    title: isHtml ? 'HTML instead of JSON' : 'Invalid JSON response',
    meaning: isHtml
      ? 'The URL returns a web page, not MCP.'
      : text.trim() === ''
        ? 'The response is empty. Expected a JSON-RPC response.'
        : 'The response is not JSON, or is nested too deeply.',
    nextStep: 'Check the server URL. Many end in /mcp.',
  })
}
