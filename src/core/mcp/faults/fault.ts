import type { Advice } from '../../../../contract/errors/advice.ts'
import type { Failure, ToolServerReason } from '../../../../contract/errors/failure.ts'

/** What went wrong with a tool server, as every failure is shown: what happened, what it means, what to do. */
export type ToolServerFailure = Extract<Failure, { kind: 'tool_server' }>

/** Makes the failure of a tool server; `message` is what the server itself wrote, where it did. */
export function fault(
  reason: ToolServerReason,
  advice: Advice,
  message = advice.meaning,
): ToolServerFailure {
  return { kind: 'tool_server', reason, advice, message }
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
