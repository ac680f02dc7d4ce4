import { chatRequestSchema } from '../../../../contract/chat/request/request.ts'
import { jsonDifferences } from '../../../../contract/json-differences.ts'
import { given, isJsonObject, type JsonObject, type JsonValue } from '../../../../contract/json.ts'
import { neutralBody } from '../../../../contract/provider-name.ts'
import { z } from '../../../../contract/zod.ts'
import { runChat } from '../../client/chat-completion.ts'
import type { Client } from '../../client/client.ts'
import type { Connection } from '../../client/connection/connections.ts'
import type { Exchange } from '../../client/exchanges/exchange.ts'
import { maxChatCost } from '../../client/queries/models.ts'
import { whyNotResendable } from '../why-not-resendable.ts'
import type { ExplainPlan, RerunResult } from './explain-difference.ts'

/** Where two prompts stop being the same, in the order in which they are read. */
export interface PromptParting {
  /** Members and indexes, such as `messages[2].content[0].text`. */
  path: string
  /** How many characters (UTF-16) of the text at `path` are the same; absent where it is no text. */
  character?: number
  /** What stands there; a side is absent where its prompt has ended. At most {@link EXCERPT} characters. */
  before?: string
  after?: string
  /** The messages before it, all the same. */
  sharedMessages: number
  /** The earlier prompt goes on as it was in the later one: nothing that was cached of it is lost. */
  isContinued: boolean
  /**
   * The last place up to which the earlier prompt can have been cached and the later one can use it: the
   * end of a message, or a part with `cache_control`. Absent: none of it.
   */
  cachedUpTo?: string
}

/** How much of the text where two prompts part is shown. */
const EXCERPT = 60

/** What stands before the messages: each is part of what a cached beginning is known by. */
const BEFORE_MESSAGES = ['model', 'prompt_cache_key', 'tools', 'vendor_parameters'] as const

/** The provider's parameters that change what is put before the messages. */
const ADDED_BEFORE = ['include_vendor_system_prompt', 'character_slug']

/**
 * Where the prompts of two chat requests first part, and what of a prompt cache that leaves; undefined
 * where they are the same. Takes no request: it reads both once.
 */
export function promptParting(before: JsonObject, after: JsonObject): PromptParting | undefined {
  for (const name of BEFORE_MESSAGES) {
    const [difference] = jsonDifferences(opening(before, name), opening(after, name), name)
    if (difference !== undefined)
      return {
        ...textParting(difference.path, difference.before, difference.after),
        sharedMessages: 0,
        isContinued: false,
      }
  }
  const [from, to] = [messagesOf(before), messagesOf(after)]
  const index = from.findIndex((message, at) => !isSame(message, to[at]))
  const shared = index < 0 ? from.length : index
  if (shared === from.length && shared === to.length) return undefined
  const [earlier, later] = [from[shared], to[shared]]
  const end = shared === 0 ? undefined : `messages[${shared - 1}]`
  const marked = sharedMark(earlier, later)
  const cachedUpTo = marked === undefined ? end : `messages[${shared}].content[${marked}]`
  const [difference] = jsonDifferences(unmarked(earlier), unmarked(later), `messages[${shared}]`)
  return {
    ...textParting(
      difference?.path ?? `messages[${shared}]`,
      difference?.before,
      difference?.after,
    ),
    sharedMessages: shared,
    isContinued: shared === from.length,
    ...given({ cachedUpTo }),
  }
}

function opening(body: JsonObject, name: (typeof BEFORE_MESSAGES)[number]): JsonValue | undefined {
  const value = body[name]
  if (name !== 'vendor_parameters') return value
  if (!isJsonObject(value)) return {}
  return Object.fromEntries(
    ADDED_BEFORE.flatMap((key) => (key in value ? [[key, value[key]]] : [])),
  )
}

function messagesOf({ messages }: JsonObject): readonly JsonValue[] {
  return Array.isArray(messages) ? messages : []
}

function isSame(one: JsonValue | undefined, other: JsonValue | undefined): boolean {
  return jsonDifferences(unmarked(one), unmarked(other)).length === 0
}

/** A message without its `cache_control`: a mark says where to cache, and is not read. */
function unmarked(message: JsonValue | undefined): JsonValue | undefined {
  if (!isJsonObject(message) || !Array.isArray(message['content'])) return message
  const content = message['content'].map((part) => {
    if (!isJsonObject(part)) return part
    const { cache_control: _, ...rest } = part
    return rest
  })
  return { ...message, content }
}

/** The last part with `cache_control` of a message that another begins with too. */
function sharedMark(
  earlier: JsonValue | undefined,
  later: JsonValue | undefined,
): number | undefined {
  if (!isJsonObject(earlier) || !isJsonObject(later)) return undefined
  const { content: parts, ...rest } = earlier
  const { content: others, ...otherRest } = later
  if (!Array.isArray(parts) || !Array.isArray(others)) return undefined
  if (jsonDifferences(rest, otherRest).length > 0) return undefined
  const part = parts.findIndex((one, at) => !isSame({ content: [one] }, contentOf(others[at])))
  const shared = part < 0 ? parts : parts.slice(0, part)
  const last = shared.findLastIndex(
    (one) => isJsonObject(one) && isJsonObject(one['cache_control']),
  )
  return last < 0 ? undefined : last
}

function contentOf(part: JsonValue | undefined): JsonValue {
  return { content: part === undefined ? [] : [part] }
}

function textParting(
  path: string,
  before: JsonValue | undefined,
  after: JsonValue | undefined,
): Pick<PromptParting, 'path' | 'character' | 'before' | 'after'> {
  if (typeof before === 'string' && typeof after === 'string') {
    const character = commonLength(before, after)
    return { path, character, ...excerpts(before.slice(character), after.slice(character)) }
  }
  return { path, ...excerpts(asText(before), asText(after)) }
}

function excerpts(before: string | undefined, after: string | undefined) {
  return {
    ...(before === undefined ? {} : { before: before.slice(0, EXCERPT) }),
    ...(after === undefined ? {} : { after: after.slice(0, EXCERPT) }),
  }
}

function asText(value: JsonValue | undefined): string | undefined {
  return typeof value === 'string' || value === undefined ? value : JSON.stringify(value)
}

/** How many characters two texts begin alike. */
export function commonLength(before: string, after: string): number {
  const most = Math.min(before.length, after.length)
  let at = 0
  while (at < most && before[at] === after[at]) at += 1
  return at
}

/** The body of a chat request in the neutral spelling, or why it can't be sent again, in a sentence. */
export function chatBody(
  exchange: Exchange,
): { ok: true; body: JsonObject } | { ok: false; reason: string } {
  const reason = whyNotResendable(exchange)
  if (reason !== undefined) return { ok: false, reason }
  const { path, body } = exchange.request
  const neutral = body === undefined ? undefined : neutralBody(body, exchange.providerName)
  return path === '/chat/completions' && isJsonObject(neutral)
    ? { ok: true, body: neutral }
    : { ok: false, reason: 'Only chat requests can be explained.' }
}

/** Sends a chat body once, through the pipeline of every chat request. Never rejects. */
export async function rerunChat(
  client: Client,
  connection: Connection,
  body: JsonObject,
  signal: AbortSignal,
): Promise<RerunResult> {
  // What a later version of the API takes is sent as it was, beside what this one knows.
  const request = { ...body, ...z.safeParse(chatRequestSchema, body).data }
  const run = runChat(client, connection, request as z.infer<typeof chatRequestSchema>, { signal })
  const answer = await run.done
  const exchangeId = run.exchangeId()
  return { answer, wasSent: run.closed()?.unsent !== true, ...given({ exchangeId }) }
}

/** The most that a search can cost, micro-USD; undefined where a price is not known. */
export async function maxExplainCost(
  client: Client,
  connection: Connection,
  { changes, maxRequests }: ExplainPlan,
  before: JsonObject,
): Promise<number | undefined> {
  const costOf = (body: JsonObject) => {
    const request = z.safeParse(chatRequestSchema, body)
    // What is no valid request is refused, and costs nothing.
    return request.success ? maxChatCost(client, connection, request.data) : 0
  }
  // Any set of the changes may be sent: the dearest has those that make a request dearer.
  let dearest = before
  let most = await costOf(before)
  for (const { apply } of changes) {
    const changed = apply(dearest)
    const cost = await costOf(changed)
    if (most === undefined || cost === undefined) return undefined
    if (cost > most) [dearest, most] = [changed, cost]
  }
  return most === undefined ? undefined : most * maxRequests
}
