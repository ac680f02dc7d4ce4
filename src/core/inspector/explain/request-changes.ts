import { jsonDifferences } from '../../../../contract/json-differences.ts'
import { isJsonObject, type JsonObject, type JsonValue } from '../../../../contract/json.ts'

/** One difference between two requests, which is made or left out as a whole. */
export interface RequestChange {
  /** Where it is: `temperature`, `vendor_parameters.enable_web_search`, `messages[2]`, `messages[1…3]`. */
  path: string
  /** Makes it in a body that doesn't have it. */
  apply: (body: JsonObject) => JsonObject
}

/** What a request can hold that says how a response is sent, not what it is. */
const MEMBERS_IN_GROUPS = new Set(['vendor_parameters'])

/** The changes that make the later body of the earlier one, each on its own. */
export function requestChanges(before: JsonObject, after: JsonObject): RequestChange[] {
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
