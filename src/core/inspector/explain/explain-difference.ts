import type { Answer } from '../../../../contract/chat/answer.ts'
import { type Failure, isServiceError } from '../../../../contract/errors/failure.ts'
import { jsonDifferences } from '../../../../contract/json-differences.ts'
import { given, isJsonObject, type JsonObject, type JsonValue } from '../../../../contract/json.ts'
import { findTrait, outcomeOf, type Side, type Trait } from './trait.ts'

/** How often each of the two requests is sent again to see what is chance. */
export const RERUNS = 5

/** How often a request in between is sent: what most of its responses are like counts. */
const VOTES = 3

/** More requests than these find no cause that is worth their price. */
const MAX_TRIALS = 20

/** A request that is sent to find the cause, and how it ended. */
export interface Rerun {
  /** What it holds: "earlier request", "later request", or the changes made in the earlier one. */
  label: string
  /** What its response was like; absent while it runs, and where it is like neither. */
  side?: Side
  /** In a word or two: "a response", "error 400". */
  outcome?: string
  exchangeId?: string
}

/** How a rerun ended. `wasSent`: false where the page held it back, which ends the search. */
export interface RerunResult {
  answer: Answer
  wasSent: boolean
  exchangeId?: string
}

/** What a search comes to. */
export type Explanation =
  /** The same request, sent again, differs as much. */
  | { kind: 'noise' }
  /**
   * These changes, and no fewer, turn the responses of the earlier request into those of the later one.
   * `isNarrowed`: false where the search ended before it tried everything.
   */
  | { kind: 'cause'; changes: readonly RequestChange[]; trait: Trait; isNarrowed: boolean }
  | { kind: 'stopped' }
  | { kind: 'held_back'; failure: Failure }

/** What a search will send. */
export interface ExplainPlan {
  changes: readonly RequestChange[]
  /** No more requests than these are sent. */
  maxRequests: number
}

/** What would be sent to find which of the differences between two requests changes the response. */
export function explainPlan(before: JsonObject, after: JsonObject): ExplainPlan {
  const changes = requestChanges(before, after)
  // Every set of some of them, but not all, is tried at most once.
  const trials = changes.length < 2 ? 0 : Math.min(MAX_TRIALS, 2 ** changes.length - 2)
  return { changes, maxRequests: 2 * RERUNS + trials * VOTES }
}

/** Ends a search from inside. */
class Ended extends Error {
  readonly explanation: Explanation
  constructor(explanation: Explanation) {
    super('The search ended.')
    this.explanation = explanation
  }
}

export interface ExplainOptions {
  /** Sends a body once, and waits for its response. Never rejects. */
  send: (body: JsonObject) => Promise<RerunResult>
  /** Called with every rerun when it begins, and again when it has ended. */
  onRerun: (index: number, rerun: Rerun) => void
  signal: AbortSignal
}

/**
 * Finds which differences between two requests cause the difference of their responses. First both are
 * sent several times: what differs by chance is not explained. Then the changes are made in the earlier
 * request group by group, until no fewer bring the later response (delta debugging). Requests go one
 * after the other.
 */
export async function explainDifference(
  before: JsonObject,
  after: JsonObject,
  { send, onRerun, signal }: ExplainOptions,
): Promise<Explanation> {
  const { changes } = explainPlan(before, after)
  let index = 0

  const rerun = async (label: string, body: JsonObject, trait?: Trait): Promise<Answer> => {
    if (signal.aborted) throw new Ended({ kind: 'stopped' })
    const at = index++
    onRerun(at, { label })
    const { answer, wasSent, exchangeId } = await send(body)
    const side = trait?.sideOf(answer)
    onRerun(at, { label, outcome: outcomeOf(answer), ...given({ side, exchangeId }) })
    const { failure } = answer
    if (signal.aborted) throw new Ended({ kind: 'stopped' })
    // Without a response of the API there is nothing to judge, and going on would cost more of the same.
    if (failure !== undefined && (!wasSent || !isServiceError(failure)))
      throw new Ended({ kind: 'held_back', failure })
    return answer
  }

  /** The same request several times; one that the API rejects twice is not sent a third time. */
  const reruns = async (label: string, body: JsonObject) => {
    const answers: Answer[] = []
    while (answers.length < RERUNS && answers.filter(isRejected).length < 2)
      answers.push(await rerun(label, body))
    return answers
  }

  const search = async (): Promise<Explanation> => {
    const trait = findTrait(
      await reruns('earlier request', before),
      await reruns('later request', after),
    )
    if (trait === undefined || changes.length === 0) return { kind: 'noise' }
    let trials = 0
    const known = new Map<string, Side | undefined>()
    /** Whether the earlier request with some of the changes is answered like the later one. */
    const bringsIt = async (some: readonly RequestChange[]) => {
      const label = some.map(({ path }) => path).join(', ')
      if (!known.has(label)) {
        if (trials >= MAX_TRIALS) return undefined
        trials += 1
        const body = some.reduce((made, { apply }) => apply(made), before)
        const votes: (Side | undefined)[] = []
        while (majority(votes) === undefined && votes.length < VOTES) {
          const answer = await rerun(label, body, trait)
          votes.push(trait.sideOf(answer))
          if (isRejected(answer)) break
        }
        known.set(label, majority(votes) ?? votes.at(-1))
      }
      return known.get(label) === 'after'
    }
    return { kind: 'cause', trait, ...(await narrowed(changes, bringsIt)) }
  }

  try {
    return await search()
  } catch (error) {
    if (error instanceof Ended) return error.explanation
    throw error
  }
}

/** The smallest set of changes that brings it, by delta debugging. `bringsIt` gives undefined where it won't say. */
async function narrowed(
  all: readonly RequestChange[],
  bringsIt: (some: readonly RequestChange[]) => Promise<boolean | undefined>,
): Promise<{ changes: readonly RequestChange[]; isNarrowed: boolean }> {
  let changes = all
  let pieces = 2
  while (changes.length > 1) {
    const parts = divided(changes, pieces)
    const complements =
      pieces === 2 ? [] : parts.map((part) => changes.filter((one) => !part.includes(one)))
    let found: readonly RequestChange[] | undefined
    for (const candidate of [...parts, ...complements]) {
      const isIt = await bringsIt(candidate)
      if (isIt === undefined) return { changes, isNarrowed: false }
      if (isIt) {
        found = candidate
        break
      }
    }
    if (found !== undefined) {
      pieces = parts.some((part) => part === found) ? 2 : Math.max(2, pieces - 1)
      changes = found
    } else if (pieces < changes.length) pieces = Math.min(changes.length, pieces * 2)
    else break
  }
  return { changes, isNarrowed: true }
}

function divided<T>(items: readonly T[], pieces: number): T[][] {
  const size = items.length / pieces
  return Array.from({ length: pieces }, (_, index) =>
    items.slice(Math.round(index * size), Math.round((index + 1) * size)),
  ).filter((part) => part.length > 0)
}

function isRejected({ failure }: Answer): boolean {
  return failure !== undefined && isServiceError(failure) && failure.status < 500
}

/** What more than half of all votes say, as soon as it is certain. */
function majority(votes: readonly (Side | undefined)[]): Side | undefined {
  return (['before', 'after'] as const).find(
    (side) => votes.filter((vote) => vote === side).length > VOTES / 2,
  )
}

/** One difference between two requests, which is made or left out as a whole. */
interface RequestChange {
  /** Where it is: `temperature`, `vendor_parameters.enable_web_search`, `messages[2]`, `messages[1…3]`. */
  path: string
  /** Makes it in a body that doesn't have it. */
  apply: (body: JsonObject) => JsonObject
}

/** What a request can hold that says how a response is sent, not what it is. */
const MEMBERS_IN_GROUPS = new Set(['vendor_parameters'])

/** The changes that make the later body of the earlier one, each on its own. */
function requestChanges(before: JsonObject, after: JsonObject): RequestChange[] {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])]
  return names.flatMap((name): RequestChange[] => {
    const [from, to] = [before[name], after[name]]
    if (isSame(from, to)) return []
    if (name === 'messages' && Array.isArray(from) && Array.isArray(to))
      return messageChanges(from, to)
    if (!MEMBERS_IN_GROUPS.has(name))
      return [{ path: name, apply: (body) => withMember(body, name, to) }]
    const [inner, innerTo] = [isJsonObject(from) ? from : {}, isJsonObject(to) ? to : {}]
    return requestChanges(inner, innerTo).map(({ path, apply }) => ({
      path: `${name}.${path}`,
      apply: (body) => {
        const member = body[name]
        return { ...body, [name]: apply(isJsonObject(member) ? member : {}) }
      },
    }))
  })
}

/** Message by message where there are as many; otherwise what lies between the same beginning and end. */
function messageChanges(from: readonly JsonValue[], to: readonly JsonValue[]): RequestChange[] {
  if (from.length === to.length)
    return to.flatMap((message, index) =>
      isSame(from[index], message)
        ? []
        : [{ path: `messages[${index}]`, apply: (body) => spliced(body, index, 1, [message]) }],
    )
  const shorter = Math.min(from.length, to.length)
  let start = 0
  while (start < shorter && isSame(from[start], to[start])) start += 1
  let end = 0
  while (end < shorter - start && isSame(from.at(-1 - end), to.at(-1 - end))) end += 1
  const last = Math.max(from.length, to.length) - end - 1
  const path = start === last ? `messages[${start}]` : `messages[${start}…${last}]`
  const middle = to.slice(start, to.length - end)
  const removed = from.length - end - start
  return [{ path, apply: (body) => spliced(body, start, removed, middle) }]
}

function spliced(
  body: JsonObject,
  start: number,
  removed: number,
  added: readonly JsonValue[],
): JsonObject {
  const messages = Array.isArray(body['messages']) ? body['messages'] : []
  return { ...body, messages: messages.toSpliced(start, removed, ...added) }
}

function withMember(body: JsonObject, name: string, value: JsonValue | undefined): JsonObject {
  const { [name]: _, ...rest } = body
  return value === undefined ? rest : { ...rest, [name]: value }
}

function isSame(one: JsonValue | undefined, other: JsonValue | undefined): boolean {
  return jsonDifferences(one, other).length === 0
}
