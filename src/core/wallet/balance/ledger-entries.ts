import { headerValue } from '../../../../contract/headers/header-list.ts'
import { isJsonObject, readJson } from '../../../../contract/json.ts'
import type { Model } from '../../../../contract/models/model.ts'
import { chargeOf, microUsdFrom } from '../../../../contract/money.ts'
import { wireHeaderName } from '../../../../contract/provider-name.ts'
import type { Difference, LedgerEntry } from '../../client/account/ledger.ts'
import { callEffect } from '../../client/admission/call-effect.ts'
import type { Exchange } from '../../client/exchanges/exchange.ts'
import type { ApiMethod } from '../../client/request.ts'
import { formatMicroUsd } from '../../format/money.ts'
import { formatDateTime } from '../../format/units.ts'
import { billedByUse, costParts } from '../../inspector/cost/cost-parts.ts'
import { modelOf } from '../../inspector/exchange-text.ts'

/**
 * The requests of one session of a connection as its ledger takes them, by the time they were sent. Those of files
 * and of earlier visits are left out: what ran between them is not known.
 */
export function ledgerEntries(
  exchanges: readonly Exchange[],
  session: string,
  findModel: (name: string) => Model | undefined,
): LedgerEntry[] {
  return exchanges
    .filter(
      ({ connection, unsent, fromFile, fromHistory, protocol }) =>
        connection?.session === session && !(unsent ?? fromFile ?? fromHistory ?? protocol),
    )
    .map((exchange) => entryOf(exchange, findModel))
    .toSorted((one, other) => one.startedAt - other.startedAt)
}

/** A difference in a sentence, with its requests: of many the first and the last. */
export function differenceText({ by, charged, expected, requests }: Difference): string {
  const [amount, other] = [formatMicroUsd(charged), formatMicroUsd(expected)]
  const isOne = requests.length === 1
  const responses = isOne ? 'response' : `${requests.length} responses`
  const named = requests.map(
    ({ names: [name = 'no ID'], startedAt }) => `${name}, ${formatDateTime(startedAt)}`,
  )
  const listed = named.length > 5 ? `${named[0]} to ${named.at(-1)}` : named.join('; ')
  const where = `${isOne ? 'request' : 'requests'} ${listed}`
  switch (by) {
    case 'transactions':
      return `Charged ${amount}, the cost of the ${responses} is ${other}: ${where}`
    case 'balance':
      return `The balance went down by ${amount}, the cost of the ${responses} is ${other}: ${where}`
    case 'price':
      return `The cost of the ${responses} is ${amount}, the tokens at list price are ${other}: ${where}`
  }
}

function entryOf(exchange: Exchange, findModel: (name: string) => Model | undefined): LedgerEntry {
  const { id, startedAt, timing, providerName, headers, request } = exchange
  const effect = callEffect(request.method as ApiMethod, request.path)
  const header = (name: string) => headerValue(headers, wireHeaderName(name, providerName))
  const name = header('x-vendor-model-id') ?? modelOf(exchange)
  const parts = costParts(exchange, name === undefined ? undefined : findModel(name))
  const isTextOnly = !hasOtherTokens(exchange) && billedByUse(exchange).length === 0
  return {
    id,
    names: [responseId(exchange), header('cf-ray')].flatMap((one) => one ?? []),
    startedAt,
    headersAt: startedAt + (timing.headers ?? timing.end ?? 0),
    endedAt: timing.end === undefined ? undefined : startedAt + timing.end,
    isFree: effect === 'read' || effect === 'removes',
    ...boundsOf(exchange, isTextOnly),
    ...(parts === undefined || !isTextOnly ? {} : { listed: parts.tokens }),
    ...balanceIn(exchange),
  }
}

/** The least and the most that a request may be charged, micro-USD. */
function boundsOf(
  { receipt, status, outcome }: Exchange,
  isTextOnly: boolean,
): Pick<LedgerEntry, 'least' | 'most'> {
  const { cost, estimatedMicroUsd } = receipt
  if (status !== undefined && status >= 400 && status < 500) return { least: 0, most: 0 }
  if (estimatedMicroUsd !== undefined)
    return { least: 0, most: isTextOnly ? estimatedMicroUsd : Infinity }
  const charge = outcome === 'done' && cost !== undefined ? chargeOf({ cost }) : undefined
  if (charge === undefined) return { least: 0, most: Infinity }
  return { least: charge, most: charge }
}

/**
 * The balance in the headers. The one of a wallet has reservations taken off with a stream or a refusal, so it counts
 * with neither.
 */
function balanceIn({ headers, providerName, status = 0 }: Exchange): Pick<LedgerEntry, 'balance'> {
  const header = (name: string) => headerValue(headers, wireHeaderName(name, providerName))
  const [usd, diem] = [header('x-vendor-balance-usd'), header('x-vendor-balance-diem')]
  const after = header('x-balance-remaining')
  const text = usd ?? after
  const microUsd = microUsdFrom(text)
  const isStream = /^text\/event-stream\b/i.test(header('content-type') ?? '')
  if (text === undefined || microUsd === undefined) return {}
  if (usd === undefined && (isStream || status >= 400)) return {}
  const decimals = Math.max(decimalsOf(text), usd === undefined ? 0 : decimalsOf(diem))
  return {
    balance: {
      side: usd === undefined ? 'after' : 'before',
      microUsd: microUsd + (usd === undefined ? 0 : (microUsdFrom(diem) ?? 0)),
      decimals,
    },
  }
}

function decimalsOf(amount: string | undefined): number {
  return amount?.trim().split('.')[1]?.length ?? 0
}

/** Whether tokens other than of text were used, which have prices of their own. */
function hasOtherTokens({ receipt: { usage } }: Exchange): boolean {
  return [usage?.prompt_tokens_details, usage?.completion_tokens_details].some((details) =>
    Object.entries(details ?? {}).some(
      ([name, count]) => /audio|image|video/.test(name) && Number(count) > 0,
    ),
  )
}

/** The ID in a response, or in the first event of one. */
function responseId({ body, events }: Exchange): string | undefined {
  const value = body?.kind === 'json' ? body.value : readJson(events.at(0)?.data ?? '')
  const id = isJsonObject(value) ? value['id'] : undefined
  return typeof id === 'string' ? id : undefined
}
