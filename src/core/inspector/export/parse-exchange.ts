import { costSchema, usageSchema } from '../../../../contract/chat/response.ts'
import { readServiceError } from '../../../../contract/errors/read-service-error.ts'
import type { JsonValue } from '../../../../contract/json.ts'
import { validate } from '../../../../contract/validation.ts'
import { z } from '../../../../contract/zod.ts'
import type { Exchange, ExchangeOutcome } from '../../client/exchanges/exchange.ts'
import { eventLogOf } from '../../client/stream/event-log.ts'

const json = z.custom<JsonValue>(() => true)
const headerList = z.array(z.tuple([z.string(), z.string()]))
const time = z.exactOptional(z.number())

const exchangeSchema = z.object({
  startedAt: z.number().check(z.gte(0), z.lt(8.64e15)),
  providerName: z.string().check(z.regex(/^[a-z][a-z0-9]{0,40}$/)),
  request: z.object({
    method: z.string(),
    url: z.string().check(z.refine((url) => URL.canParse(url), 'must be a URL')),
    path: z.string(),
    headers: headerList,
    body: z.exactOptional(json),
    fileNames: z.exactOptional(z.record(z.string(), z.string())),
    form: z.exactOptional(
      z.array(
        z.union([
          z.object({ name: z.string(), text: z.string() }),
          z.object({
            name: z.string(),
            fileName: z.string(),
            mediaType: z.string(),
            bytes: z.number(),
          }),
        ]),
      ),
    ),
    bytes: z.number(),
  }),
  connection: z.exactOptional(z.object({ id: z.string(), name: z.string() })),
  protocol: z.exactOptional(z.literal('mcp')),
  cause: z.exactOptional(
    z.object({ exchangeId: z.string(), toolCallId: z.exactOptional(z.string()) }),
  ),
  outcome: z.enum(['open', 'done', 'failed', 'cut', 'stopped']),
  timing: z.object({
    connected: time,
    headers: time,
    firstByte: time,
    firstToken: time,
    end: time,
  }),
  shortened: z.exactOptional(z.literal(true)),
  bodyMissing: z.exactOptional(z.literal(true)),
  status: z.exactOptional(z.int()),
  headers: headerList,
  body: z.exactOptional(
    z.discriminatedUnion('kind', [
      z.object({ kind: z.literal('json'), value: json, bytes: z.number() }),
      z.object({ kind: z.literal('text'), text: z.string(), bytes: z.number() }),
    ]),
  ),
  receipt: z.object({
    // Some servers leave out counts.
    usage: z.exactOptional(z.partial(usageSchema)),
    cost: z.exactOptional(costSchema),
    balanceBeforeUsd: z.exactOptional(z.string()),
    balanceAfterUsd: z.exactOptional(z.string()),
  }),
  events: z.array(
    z.object({ at: z.number(), event: z.exactOptional(z.string()), data: z.string() }),
  ),
})

/** An exchange of the past out of JSON data, validated; undefined when it is none. Its id is empty. */
export function parseExchange(value: unknown): Exchange | undefined {
  const result = validate(exchangeSchema, value)
  if (!result.ok) return undefined
  const found = result.value
  const { status, headers, body, request } = found
  return {
    ...found,
    id: '',
    background: false,
    // What is read can only tell of what is over.
    outcome: outcomeOf(found),
    events: eventLogOf(found.events),
    eventCount: found.events.length,
    ...(status === undefined || status < 400
      ? {}
      : {
          failure: readServiceError({
            status,
            headers,
            body: body?.kind === 'json' ? body.value : body?.text,
            route: request.path,
            nowMs: found.startedAt,
          }),
        }),
  }
}

/** Other programs record an error status as an end like any other. */
function outcomeOf({ outcome, status = 0 }: Pick<Exchange, 'outcome' | 'status'>): ExchangeOutcome {
  if (outcome === 'open') return 'cut'
  return outcome === 'done' && status >= 400 ? 'failed' : outcome
}
