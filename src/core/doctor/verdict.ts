import type { JsonValue } from '../../../contract/json.ts'
import { shown, valueAt, withoutSecrets, type Replies, type Reply } from './reply.ts'
import type { Asking, RequestName } from './requests.ts'

/**
 * What was found of one thing. `model chose otherwise`: the API may be right, and the model was free not to, as with
 * the words of a response; never for what the API decides.
 */
export type ProbeResult = 'holds' | 'breaks' | 'not supported' | 'model chose otherwise'

export interface Verdict {
  result: ProbeResult
  /** Why, in a sentence that repeats no text of the API. */
  reason: string
}

/** What a probe may look at beside the value at its path. */
export interface About {
  reply: Reply
  replies: Replies
  asking: Asking
}

/** Judges a value: true and false are put in words by its path; undefined says that there is nothing to judge. */
export type Look = (value: JsonValue | undefined, about: About) => Verdict | boolean | undefined

/** One thing that a client relies on. */
export interface Probe {
  /** What it is listed under. */
  area: string
  name: string
  /** The request whose response it is judged by. */
  request: RequestName
  /** Where in its body; a path that begins with `$` leads into the facts of the reply. */
  path: string
  look: Look
  /**
   * Without one, a response of status 2xx is judged, and an error breaks it. `optional`: an error says that it isn't
   * supported; `any`: whatever came is judged, errors too.
   */
  kind?: 'optional' | 'any' | undefined
}

export const holds = (reason: string): Verdict => ({ result: 'holds', reason })
export const breaks = (reason: string): Verdict => ({ result: 'breaks', reason })
export const NO_RESPONSE = breaks('No response arrived.')
export const unsupported = (reason: string): Verdict => ({ result: 'not supported', reason })
export const otherwise = (reason: string): Verdict => ({ result: 'model chose otherwise', reason })

/** The verdict of a probe; undefined where its request was not made, or brought nothing to judge. */
export function verdictOf(
  { request, path, look, kind }: Probe,
  replies: Replies,
  asking: Asking,
): Verdict | undefined {
  const reply = replies[request]
  if (reply === undefined || reply.exchange.unsent === true) return undefined
  const { status } = reply
  if (kind !== 'any') {
    if (status === undefined) return NO_RESPONSE
    if ([401, 402, 403, 429].includes(status)) return undefined
    const rejected = `The API rejects it with ${status}.`
    if (status >= 500) return breaks(`The API responded with ${status}.`)
    if (status >= 400) return kind === 'optional' ? unsupported(rejected) : breaks(rejected)
  }
  const isFact = path.startsWith('$')
  const value = isFact ? valueAt(reply.facts, path.slice(1)) : valueAt(reply.json, path)
  const verdict = look(value, { reply, replies, asking })
  if (verdict === undefined) return undefined
  if (typeof verdict === 'object')
    return { ...verdict, reason: withoutSecrets(verdict.reason).slice(0, 300) }
  const reason = `${path.replace(/^\$/, '') || 'The body'} is ${shown(value)}.`
  return verdict ? holds(reason) : breaks(reason)
}
