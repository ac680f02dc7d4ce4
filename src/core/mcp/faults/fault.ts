import type { Advice } from '../../../../contract/errors/advice.ts'
import type { Failure, ToolServerReason } from '../../../../contract/errors/failure.ts'
import { isJsonObject } from '../../../../contract/json.ts'
import type { RpcError } from '../wire/wire.ts'

/** What went wrong with a tool server, as every failure is shown: what happened, what it means, what to do. */
export type ToolServerFailure = Extract<Failure, { kind: 'tool_server' }>

/** Makes the failure of a tool server, whose message is its meaning until the server's own is known. */
export function fault(reason: ToolServerReason, advice: Advice): ToolServerFailure {
  return { kind: 'tool_server', reason, advice, message: advice.meaning }
}

/** The server has not been connected, or not since the page was loaded. */
export const DISCONNECTED = fault('disconnected', {
  title: 'Server disconnected',
  meaning: 'The tool server is not open in this tab. Nothing was sent.',
  nextStep: 'Connect the server in Settings, then retry.',
})

/** What was allowed is not what would be called. */
export const CHANGED = fault('changed', {
  title: 'Tool changed',
  meaning: 'The server changed or removed this tool. The call was not sent.',
  nextStep: 'Review the tool, then allow it again.',
})

/** A response that is JSON, but none of the protocol. */
export function notMcp(expected: string): ToolServerFailure {
  return fault('not_mcp', {
    title: 'Invalid MCP response',
    meaning: `Expected ${expected}.`,
    nextStep: 'See the response in the Inspector, and check the server URL.',
  })
}

/** More than this page accepts of a server. */
export function overLimit(meaning: string): ToolServerFailure {
  return fault('limit', {
    title: 'Response too large',
    meaning,
    nextStep: 'Request less from this tool, or use another one.',
  })
}

/** What a tool needs of whoever calls it, by the method with which the server requests it. */
const NEEDS: Readonly<Record<string, string>> = {
  'sampling/createMessage': 'a model response (sampling)',
  'elicitation/create': 'input from you (elicitation)',
  'roots/list': 'folders of this machine (roots)',
}

/** The tool needs what this page doesn't offer; methods of the server's requests. */
export function needsInput(methods: Iterable<string>): ToolServerFailure {
  const needs = [...new Set(methods)].map((method) =>
    Object.hasOwn(NEEDS, method) ? NEEDS[method] : 'an unknown kind of input',
  )
  const what = [...new Set(needs)].join(', ') || 'more input'
  return fault('needs_input', {
    title: 'Tool needs input',
    meaning: `The tool needs ${what}, which this page doesn't support.`,
    nextStep: 'Put what it needs in the arguments, or use another tool.',
  })
}

/** What was seen before and after a request without a readable response. */
interface CorsFacts {
  url: string
  page: string
  /** The names of the headers that were sent and have to be allowed. */
  headers: readonly string[]
  /** `initialize` succeeded: what was added since is what is not allowed. */
  isInitialized: boolean
  /** A request without any such header got a readable response; undefined where none was made. */
  isReadablePlain?: boolean
}

/**
 * Why a page got no readable response. The browser shows a page none of it, so this names what is probable:
 * a preflight that is refused, a header that isn't allowed, a redirect, a server that is not running.
 */
export function corsFault({
  url,
  page,
  headers,
  isInitialized,
  isReadablePlain,
}: CorsFacts): ToolServerFailure {
  const { origin } = new URL(url)
  const added = headers.filter((name) => /^mcp-/i.test(name))
  if (isInitialized && added.length > 0)
    return fault('cors', {
      title: 'Headers blocked by CORS',
      meaning: `The preflight doesn't allow ${added.join(', ')}.`,
      nextStep: `Add them to Access-Control-Allow-Headers of ${origin}.`,
    })
  if (isReadablePlain === true)
    return fault('cors', {
      title: 'Preflight blocked by CORS',
      meaning: `The server responds, but its preflight doesn't allow ${headers.join(', ')}.`,
      nextStep: headers.includes('Authorization')
        ? 'Add them to Access-Control-Allow-Headers. * excludes Authorization.'
        : 'Respond to OPTIONS, with these names in Access-Control-Allow-Headers.',
    })
  return fault('cors', {
    title: 'No readable response',
    meaning: `${origin} is not running, redirects, or doesn't allow ${page} (CORS).`,
    nextStep: `Check the URL. The server must send Access-Control-Allow-Origin: ${page}.`,
  })
}

/** Codes of the protocol's errors; `-32022` lists the versions that the server supports. */
export const UNSUPPORTED_VERSION = -32022
const HEADER_MISMATCH = -32020
const MISSING_CAPABILITY = -32021
const URL_ELICITATION = -32042

/** Whether only a server of the stateless era returns this error. */
export function isStatelessError({ code }: RpcError): boolean {
  return code === UNSUPPORTED_VERSION || code === HEADER_MISMATCH || code === MISSING_CAPABILITY
}

/** The versions that a server lists in its error; those that are strings, the first few. */
export function supportedVersions({ data }: RpcError): readonly string[] {
  const versions = isJsonObject(data) ? data['supported'] : undefined
  if (!Array.isArray(versions)) return []
  return versions.filter((version) => typeof version === 'string').slice(0, 20)
}

/** No version in common. */
export function versionFault(
  server: readonly string[],
  page: readonly string[],
): ToolServerFailure {
  const theirs = server.map((version) => version.slice(0, 20)).slice(0, 5)
  return fault('version', {
    title: 'Protocol version unsupported',
    meaning: `Server: ${theirs.join(', ') || 'unknown'}. This page: ${page.join(', ')}.`,
    nextStep: 'Update the server, or use another one.',
  })
}

/** What an error of a server means. */
export function rpcFault(error: RpcError): ToolServerFailure {
  const { code, message } = error
  return { ...faultOfCode(error), message: message === '' ? `JSON-RPC error ${code}` : message }
}

function faultOfCode(error: RpcError): ToolServerFailure {
  const { code } = error
  switch (code) {
    case MISSING_CAPABILITY:
      return needsInput(missingCapabilities(error))
    case URL_ELICITATION:
      return needsInput(['elicitation/create'])
    case UNSUPPORTED_VERSION:
      return versionFault(supportedVersions(error), [])
    case -32601:
      return fault('error', {
        title: 'Method not found',
        meaning: 'The server has no such method (-32601).',
        nextStep: 'Connect the server again to list what it has.',
      })
    case -32602:
      return fault('error', {
        title: 'Invalid parameters',
        meaning: 'The server rejected the name or the arguments (-32602).',
        nextStep: 'Correct the arguments, or connect the server again to list its tools.',
      })
    case HEADER_MISMATCH:
      return fault('changed', {
        title: 'Headers rejected',
        meaning: 'The headers and the body differ for the server (-32020).',
        nextStep: 'Connect the server again: the tool may have changed.',
      })
  }
  return fault('error', {
    title: 'Tool server error',
    meaning: `The server returned the JSON-RPC error ${code}.`,
    nextStep: 'See its message in the Inspector, then correct the call or retry.',
  })
}

const METHODS: readonly (readonly [capability: string, method: string])[] = [
  ['sampling', 'sampling/createMessage'],
  ['elicitation', 'elicitation/create'],
  ['roots', 'roots/list'],
]

function missingCapabilities({ data }: RpcError): readonly string[] {
  const required = isJsonObject(data) ? data['requiredCapabilities'] : undefined
  if (!isJsonObject(required)) return []
  return METHODS.flatMap(([capability, method]) =>
    Object.hasOwn(required, capability) ? [method] : [],
  )
}
