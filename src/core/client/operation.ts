import type { Cost } from '../../../contract/chat/response.ts'
import { isJsonObject, readJson, type JsonValue } from '../../../contract/json.ts'
import { microUsdFrom } from '../../../contract/money.ts'
import { callEffect } from './admission/call-effect.ts'
import { spendLimitsOf } from './admission/spend-limits.ts'
import { readAny, type Reader } from './body/response-body.ts'
import type { Client } from './client.ts'
import type { Connection } from './connection/connections.ts'
import type { ExchangeBody } from './exchanges/exchange.ts'
import { request, type ApiCall, type RequestOptions, type Result } from './request.ts'

/**
 * Calls any operation and reads its response to the end, whatever it is: JSON, text, or a file. The
 * call is made once and never repeated by itself. What may be billed asks the spend limits first;
 * nobody knows what it costs, so any limit holds it back unless a person chose `overCaps`.
 * @example
 * const { ok, exchange } = await callOperation(client, connection, { method: 'GET', path }, { signal })
 */
export function callOperation(
  client: Client,
  connection: Connection,
  call: ApiCall,
  { overCaps = false, ...options }: CallOptions,
): Promise<Result<ExchangeBody>> {
  const effect = callEffect(call.method, call.path)
  const isBilled = effect === 'billed' || effect === 'unknown'
  return request(
    client,
    connection,
    { accept: '*/*', ...call },
    {
      ...options,
      admit: isBilled ? [spendLimitsOf(client).admission(() => undefined, overCaps)] : [],
      read: readWithCost,
    },
  )
}

type CallOptions = Pick<RequestOptions<ExchangeBody>, 'signal' | 'onOpen'> & {
  /** A person lets this one go in spite of the spend limits. */
  overCaps?: boolean
}

/** As `readAny`; a cost that the body declares goes into the receipt. */
export const readWithCost: Reader<ExchangeBody> = async (incoming) => {
  const body = await readAny(incoming)
  const cost = body.ok ? declaredCost(body.value) : undefined
  if (cost !== undefined)
    incoming.exchange.update((before) => ({ ...before, receipt: { ...before.receipt, cost } }))
  return body
}

/**
 * The cost in USD that a body, or an event of a stream, declares as `cost.usd`, the last one; undefined
 * where none does.
 */
function declaredCost(body: ExchangeBody): Cost | undefined {
  if (body.kind === 'json') return costIn(body.value)
  if (body.kind !== 'text') return undefined
  for (const [, data = ''] of [...body.text.matchAll(/^data: ?(.*"cost".*)$/gm)].toReversed()) {
    const cost = costIn(readJson(data))
    if (cost !== undefined) return cost
  }
  return undefined
}

function costIn(value: JsonValue | undefined): Cost | undefined {
  const cost = isJsonObject(value) ? value['cost'] : undefined
  if (!isJsonObject(cost)) return undefined
  const { usd, diem } = cost
  if (typeof usd !== 'number' && typeof usd !== 'string') return undefined
  if (microUsdFrom(usd) === undefined) return undefined
  return { usd: Number(usd), diem: typeof diem === 'number' ? diem : 0 }
}
