import { readCost, readUsage } from '../../../contract/chat/read/read-facts.ts'
import { Reading } from '../../../contract/chat/read/reading.ts'
import { isJsonObject, readJson } from '../../../contract/json.ts'
import { recordReceipt, type Reported } from './account/record-receipt.ts'
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
      read: readWithCost(client),
    },
  )
}

type CallOptions = Pick<RequestOptions<ExchangeBody>, 'signal' | 'onOpen'> & {
  /** A person lets this one go in spite of the spend limits. */
  overCaps?: boolean
}

/** As `readAny`; the usage and cost that the body declares go into the receipt. */
export function readWithCost(client: Client): Reader<ExchangeBody> {
  return async (incoming) => {
    const body = await readAny(incoming)
    recordReceipt(client, incoming, body.ok ? reportedIn(body.value) : {}, body.ok)
    return body
  }
}

/** What a body, or the events of a stream, report; of each the last. */
function reportedIn(body: ExchangeBody): Reported {
  if (body.kind === 'file') return {}
  const values =
    body.kind === 'json'
      ? [body.value]
      : Array.from(body.text.matchAll(/^data: ?(.*"(?:cost|usage)".*)$/gm), ([, data = '']) =>
          readJson(data),
        )
  return values.filter(isJsonObject).reduce<Reported>((before, { cost, usage }) => {
    const reading = new Reading()
    return {
      cost: readCost(reading, cost) ?? before.cost,
      usage: readUsage(reading, usage) ?? before.usage,
    }
  }, {})
}
