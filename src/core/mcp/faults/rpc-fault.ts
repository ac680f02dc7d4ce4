import { isJsonObject } from '../../../../contract/json.ts'
import type { RpcError } from '../wire/json-rpc.ts'
import { fault, needsInput, type ToolServerFailure } from './fault.ts'

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
  const { code } = error
  const message = error.message === '' ? `JSON-RPC error ${code}` : error.message
  switch (code) {
    case MISSING_CAPABILITY:
      return { ...needsInput(missingCapabilities(error)), message }
    case URL_ELICITATION:
      return { ...needsInput(['elicitation/create']), message }
    case UNSUPPORTED_VERSION:
      return { ...versionFault(supportedVersions(error), []), message }
    case -32601:
      return fault(
        'error',
        {
          title: 'Method not found',
          meaning: 'The server has no such method (-32601).',
          nextStep: 'Connect the server again to list what it has.',
        },
        message,
      )
    case -32602:
      return fault(
        'error',
        {
          title: 'Invalid parameters',
          meaning: 'The server rejected the name or the arguments (-32602).',
          nextStep: 'Correct the arguments, or connect the server again to list its tools.',
        },
        message,
      )
    case HEADER_MISMATCH:
      return fault(
        'changed',
        {
          title: 'Headers rejected',
          meaning: 'The headers and the body differ for the server (-32020).',
          nextStep: 'Connect the server again: the tool may have changed.',
        },
        message,
      )
  }
  return fault(
    'error',
    {
      title: 'Tool server error',
      meaning: `The server returned the JSON-RPC error ${code}.`,
      nextStep: 'See its message in the Inspector, then correct the call or retry.',
    },
    message,
  )
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
