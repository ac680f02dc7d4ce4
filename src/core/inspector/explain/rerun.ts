import { chatRequestSchema } from '../../../../contract/chat/request/request.ts'
import { isJsonObject, type JsonObject } from '../../../../contract/json.ts'
import { neutralBody } from '../../../../contract/provider-name.ts'
import { z } from '../../../../contract/zod.ts'
import { runChat } from '../../client/chat-completion.ts'
import type { Client } from '../../client/client.ts'
import type { Connection } from '../../client/connection/connections.ts'
import type { Exchange } from '../../client/exchanges/exchange.ts'
import { maxChatCost } from '../../client/queries/max-chat-cost.ts'
import { whyNotResendable } from '../why-not-resendable.ts'
import type { ExplainPlan, RerunResult } from './explain-difference.ts'

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
  return {
    answer,
    wasSent: run.closed()?.unsent !== true,
    ...(exchangeId === undefined ? {} : { exchangeId }),
  }
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
