import { type Failure, isServiceError } from '../../../../contract/errors/failure.ts'
import { headerValue } from '../../../../contract/headers/header-list.ts'
import { given } from '../../../../contract/json.ts'
import type { Exchange } from '../../client/exchanges/exchange.ts'
import { MAX_RESPONSE_BYTES } from '../server-data.ts'
import type { RpcError, Wire } from '../wire/wire.ts'
import { corsFault, fault, overLimit, rpcFault, type ToolServerFailure } from './fault.ts'

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
    const isRefused = status === 401 || status === 403
    const isOfStatus = isRefused || hasEnded || lacksSession
    if (rpc !== undefined && !isOfStatus) return rpcFault(rpc)
    const isAuthorized = headers.some(([name]) => name.toLowerCase() === 'authorization')
    const found = statusFault(status, { isAuthorized, hasSession, lacksSession, page })
    const challenge = isRefused ? headerValue(exchange.headers, 'www-authenticate') : undefined
    return { ...found, message: failure.message, ...given({ challenge }) }
  }
  switch (failure.kind) {
    case 'unreachable': {
      const isInitialized = wire.version !== undefined && wire.era === 'session'
      return {
        ...corsFault({ url, page, headers: names, isInitialized }),
        message: failure.cause ?? failure.message,
      }
    }
    case 'stalled':
      return fault('timed_out', {
        title: 'Tool server timed out',
        meaning: 'No complete response arrived in time. The tool may still be running.',
        nextStep: 'Check what the tool did before you retry.',
      })
    case 'answer_too_large':
      return overLimit(`The response is larger than ${MAX_RESPONSE_BYTES / 2 ** 20} MB.`)
    case 'cut':
      return {
        ...fault('error', {
          title: 'Connection lost',
          meaning: 'The response ended early. The tool may have run.',
          nextStep: 'Check what the tool did before you retry.',
        }),
        message: failure.cause ?? failure.message,
      }
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

/** What else decides what an error status means. */
interface StatusContext {
  /** An Authorization value was sent. */
  isAuthorized: boolean
  /** A session ID was sent. */
  hasSession: boolean
  /** `initialize` succeeded, and no session ID could be read from its response. */
  lacksSession: boolean
  /** Origin of the page. */
  page: string
}

/** What an error status of a tool server means, where no JSON-RPC error came with it. */
function statusFault(
  status: number,
  { isAuthorized, hasSession, lacksSession, page }: StatusContext,
): ToolServerFailure {
  if (lacksSession && (status === 400 || status === 404))
    return fault('cors', {
      title: 'Session ID not readable',
      meaning: 'The server probably sent Mcp-Session-Id, but CORS keeps it from this page.',
      nextStep: 'Add Mcp-Session-Id to Access-Control-Expose-Headers of the server.',
    })
  switch (status) {
    case 401:
      return fault('authorization', {
        title: isAuthorized ? 'Authorization rejected' : 'Authorization required',
        meaning: isAuthorized
          ? 'The token is wrong, expired, or for another server.'
          : 'The server requires an Authorization header.',
        nextStep: 'Sign in, or enter a token in Authorization, then connect again.',
      })
    case 403:
      return fault('refused', {
        title: 'Access denied',
        meaning: `The token lacks a scope, or the server rejects the origin ${page}.`,
        nextStep: 'Check the token, and the allowed origins of the server.',
      })
    case 404:
      if (hasSession)
        return fault('session', {
          title: 'Session ended',
          meaning: 'The server ended the session, for example because it restarted.',
          nextStep: 'Connect the server again, then retry.',
        })
      return fault('not_mcp', {
        title: 'Endpoint not found',
        meaning: 'The server has no MCP endpoint at this URL.',
        nextStep: 'Correct the URL. Many end in /mcp.',
      })
    case 405:
      return fault('not_mcp', {
        title: 'POST not allowed',
        meaning: 'This is no Streamable HTTP endpoint. HTTP+SSE (2024-11-05) is not supported.',
        nextStep: 'Correct the URL. Many end in /mcp.',
      })
    case 406:
    case 415:
      return fault('refused', {
        title: status === 406 ? 'Accept rejected' : 'Content-Type rejected',
        meaning:
          status === 406
            ? 'The server supports neither application/json nor text/event-stream.'
            : 'The server rejects application/json.',
        nextStep: 'Check that the URL is an MCP endpoint and the server is up to date.',
      })
    case 413:
      return fault('limit', {
        title: 'Arguments too large',
        meaning: 'The request is larger than the server accepts.',
        nextStep: 'Shorten the arguments, then retry.',
      })
    case 429:
      return fault('refused', {
        title: 'Rate limit reached',
        meaning: 'The tool server received too many requests.',
        nextStep: 'Wait a moment, then retry.',
      })
    case 408:
    case 504:
    case 524:
      return fault('timed_out', {
        title: 'Tool server timed out',
        meaning: 'A gateway stopped waiting for the server. The tool may still be running.',
        nextStep: 'Check what the tool did before you retry.',
      })
  }
  return status < 500
    ? fault('refused', {
        title: 'Request rejected',
        meaning: `The server returned HTTP ${status}.`,
        nextStep: 'See the response in the Inspector.',
      })
    : fault('error', {
        title: 'Tool server error',
        meaning: `The server returned HTTP ${status}. A tool that ran may have had effects.`,
        nextStep: 'See the response in the Inspector before you retry.',
      })
}
