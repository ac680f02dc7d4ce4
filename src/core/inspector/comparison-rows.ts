import { headerSpec } from '../../../contract/headers/catalogue.ts'
import { jsonDifferences } from '../../../contract/json-differences.ts'
import { microUsdFrom } from '../../../contract/money.ts'
import { neutralHeaderName } from '../../../contract/provider-name.ts'
import type { Exchange } from '../client/exchanges/exchange.ts'
import { formatMicroUsd, formatUsd } from '../format/money.ts'
import { formatDuration, formatNumber } from '../format/units.ts'
import { outcomeWord, statusPhrase } from './exchange-text.ts'
import { serviceVersion } from './headers.ts'

/** One line of a comparison, in words; a side is undefined where there is nothing. */
export interface ComparisonRow {
  name: string
  before: string | undefined
  after: string | undefined
  /** What lies between them, such as "+12 ms". */
  change?: string
}

/** What the two requests have in common is left out; equal requests give no row. */
export function requestRows(before: Exchange, after: Exchange): ComparisonRow[] {
  const line = ({ request: { method, url } }: Exchange) => `${method} ${url}`
  const rows: ComparisonRow[] = jsonDifferences(before.request.body, after.request.body).map(
    (difference) => ({
      name: difference.path === '' ? 'body' : difference.path,
      before: asText(difference.before),
      after: asText(difference.after),
    }),
  )
  return line(before) === line(after)
    ? rows
    : [{ name: 'request line', before: line(before), after: line(after) }, ...rows]
}

/** How the two ended and how long each part took; every row, equal or not. */
export function runRows(before: Exchange, after: Exchange): ComparisonRow[] {
  const [from, to] = [before.timing, after.timing]
  return [
    row('status', [before, after], ({ status }) =>
      status === undefined ? undefined : statusPhrase(status),
    ),
    row('ended', [before, after], (exchange) => outcomeWord(exchange).word),
    row('service version', [before, after], serviceVersion),
    times('headers', from.headers, to.headers),
    times('first byte', from.firstByte, to.firstByte),
    times('first token', from.firstToken, to.firstToken),
    times('end', from.end, to.end),
    counts('events', before.eventCount, after.eventCount),
  ].filter((line) => line.before !== undefined || line.after !== undefined)
}

/** Tokens and declared cost; only what at least one of them reports. */
export function costRows(before: Exchange, after: Exchange): ComparisonRow[] {
  const [from, to] = [before.receipt, after.receipt]
  const [fromMicro, toMicro] = [microUsdFrom(from.cost?.usd), microUsdFrom(to.cost?.usd)]
  const change = fromMicro === undefined || toMicro === undefined ? 0 : toMicro - fromMicro
  return [
    counts('prompt tokens', from.usage?.prompt_tokens, to.usage?.prompt_tokens),
    counts('completion tokens', from.usage?.completion_tokens, to.usage?.completion_tokens),
    {
      name: 'cost, USD',
      before: from.cost === undefined ? undefined : formatUsd(from.cost.usd),
      after: to.cost === undefined ? undefined : formatUsd(to.cost.usd),
      ...(change === 0
        ? {}
        : { change: `${change > 0 ? '+' : '−'}${formatMicroUsd(Math.abs(change))}` }),
    },
    row('cost, DIEM', [before, after], ({ receipt: { cost } }) => cost && String(cost.diem)),
  ].filter((line) => line.before !== undefined || line.after !== undefined)
}

/** Every answer has these anew; that they differ says nothing. */
const ALWAYS_NEW: ReadonlySet<string> = new Set(['date', 'cf-ray', 'x-vendor-timestamp'])

/** The headers whose value differs or that only one of the answers has. */
export function headerRows(before: Exchange, after: Exchange): ComparisonRow[] {
  const [from, to] = [namedHeaders(before), namedHeaders(after)]
  return [...new Set([...from.keys(), ...to.keys()])]
    .map((name) => ({ name, before: from.get(name), after: to.get(name) }))
    .filter((line) => line.before !== line.after)
}

function namedHeaders({ headers, providerName }: Exchange): ReadonlyMap<string, string> {
  return new Map(
    headers.flatMap(([name, value]): [string, string][] => {
      const neutral = neutralHeaderName(name, providerName).toLowerCase()
      return ALWAYS_NEW.has(neutral) ? [] : [[headerSpec(neutral)?.name ?? neutral, value]]
    }),
  )
}

function row(
  name: string,
  [before, after]: readonly [Exchange, Exchange],
  read: (exchange: Exchange) => string | undefined,
): ComparisonRow {
  return { name, before: read(before), after: read(after) }
}

function times(name: string, from: number | undefined, to: number | undefined): ComparisonRow {
  return withChange(name, from, to, formatDuration)
}

function counts(name: string, from: number | undefined, to: number | undefined): ComparisonRow {
  return withChange(name, from, to, formatNumber)
}

function withChange(
  name: string,
  from: number | undefined,
  to: number | undefined,
  format: (value: number) => string,
): ComparisonRow {
  const change = from === undefined || to === undefined ? 0 : to - from
  return {
    name,
    before: from === undefined ? undefined : format(from),
    after: to === undefined ? undefined : format(to),
    ...(format(Math.abs(change)) === format(0)
      ? {}
      : { change: `${change > 0 ? '+' : '−'}${format(Math.abs(change))}` }),
  }
}

function asText(value: unknown): string | undefined {
  if (value === undefined) return undefined
  return typeof value === 'string' ? value : JSON.stringify(value)
}
