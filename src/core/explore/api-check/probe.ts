import type { Replies, RequestName } from './check-requests.ts'
import type { Reply } from './reply.ts'

/**
 * What a check found of one thing. `model chose otherwise`: the API may be right, and the model was free not
 * to, as with the words of a response; never for what the API decides.
 */
export type ProbeResult = 'holds' | 'breaks' | 'not supported' | 'model chose otherwise'

export interface Verdict {
  result: ProbeResult
  /** Why, in a sentence. */
  reason: string
}

/** One thing that a client relies on, and how a check tells whether it holds. */
export interface Probe {
  name: string
  /** The request whose response it is judged by. */
  request: RequestName
  /** An API may lack it: an error response means that it isn't supported. */
  isOptional?: true
  /** Judges a response of status 2xx; where an error is wanted, whatever came. */
  judge: (reply: Reply, replies: Replies) => Verdict
  /** The response is meant to be an error. */
  wantsError?: true
}

export const holds = (reason: string): Verdict => ({ result: 'holds', reason })
export const breaks = (reason: string): Verdict => ({ result: 'breaks', reason })
export const unsupported = (reason: string): Verdict => ({ result: 'not supported', reason })
export const otherwise = (reason: string): Verdict => ({ result: 'model chose otherwise', reason })

/** Whether the required tool is called is up to the API, which can hold a model to it. */
export const NO_CALL = unsupported('No call came, though tool_choice requires one.')

/** Holds or breaks by a condition. `found`: what was there instead. */
export const expect = (condition: boolean, ok: string, found: string): Verdict =>
  condition ? holds(ok) : breaks(found)

/** The verdict of a probe; undefined where its request was not made, or brought nothing to judge. */
export function verdictOf(probe: Probe, replies: Replies): Verdict | undefined {
  const reply = replies[probe.request]
  if (reply === undefined) return undefined
  const { status, exchange } = reply
  if (status === undefined)
    return exchange.unsent === true
      ? undefined
      : breaks(exchange.failure?.message ?? 'No response arrived.')
  const isError = status >= 400
  if (probe.wantsError !== true && isError) {
    if (status === 429 || status === 402 || status === 401 || status === 403) return undefined
    if (status >= 500) return breaks(`The API responded with ${status}.`)
    const message = exchange.failure?.message ?? ''
    return probe.isOptional === true
      ? unsupported(`The API rejects it with ${status}: ${message.slice(0, 200)}`)
      : breaks(`The API rejects it with ${status}: ${message.slice(0, 200)}`)
  }
  return probe.judge(reply, replies)
}
