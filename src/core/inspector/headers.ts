import { headerSpec, RESPONSE_HEADERS } from '../../../contract/headers/catalogue.ts'
import { type HeaderList, headerValue } from '../../../contract/headers/header-list.ts'
import {
  type HeaderGroup,
  type HeaderSpec,
  parseHeader,
} from '../../../contract/headers/header-spec.ts'
import { neutralHeaderName, wireHeaderName } from '../../../contract/provider-name.ts'
import type { Exchange } from '../client/exchanges/exchange.ts'
import { formatMicroUsd } from '../format/money.ts'
import { formatDuration, formatTime } from '../format/units.ts'

/** A header that came and that the catalogue explains. */
export interface ReceivedHeader {
  /** As it came. */
  name: string
  value: string
  spec: HeaderSpec
}

interface HeadersReport {
  /** In the order of {@link GROUPS}. */
  groups: { group: HeaderGroup; headers: ReceivedHeader[] }[]
  unexplained: { name: string; value: string }[]
  /** Headers that the contract names for such an exchange and that the page did not see. */
  missing: { name: string; spec: HeaderSpec }[]
}

const GROUPS: readonly HeaderGroup[] = [
  'rate-limit',
  'balance',
  'payment',
  'model',
  'content-safety',
  'service',
  'encryption',
  'pagination',
  'content',
  'client',
]

/** Sorts the headers of an answer by the catalogue, in the neutral and the provider's spelling. */
export function headersReport(
  exchange: Pick<Exchange, 'headers' | 'providerName' | 'request' | 'status'>,
): HeadersReport {
  const { headers, providerName } = exchange
  const received: ReceivedHeader[] = []
  const unexplained: HeadersReport['unexplained'] = []
  const seen = new Set<HeaderSpec>()
  for (const [name, value] of headers) {
    const spec = headerSpec(neutralHeaderName(name, providerName))
    if (spec === undefined) {
      unexplained.push({ name, value })
    } else {
      seen.add(spec)
      received.push({ name, value, spec })
    }
  }
  return {
    groups: GROUPS.map((group) => ({
      group,
      headers: received.filter(({ spec }) => spec.group === group),
    })).filter(({ headers: some }) => some.length > 0),
    unexplained,
    missing: RESPONSE_HEADERS.filter((spec) => !seen.has(spec) && isNamedFor(spec, exchange)).map(
      (spec) => ({ name: wireHeaderName(spec.name, providerName), spec }),
    ),
  }
}

/** What tells most about a response, the most telling first; of each line only the first that came. */
const TELLING: readonly (readonly string[])[] = [
  ['x-vendor-model-deprecation-warning', 'x-vendor-model-deprecation-date'],
  ['cf-ray', 'x-request-id', 'request-id'],
  ['retry-after'],
  ['x-ratelimit-remaining-requests'],
  ['x-balance-remaining', 'x-vendor-balance-usd'],
  ['x-vendor-model-id', 'x-vendor-model-name'],
  ['x-ratelimit-remaining-tokens'],
]

/** The three headers that tell most about a response: that its model goes away, its ID, what is left, the model. */
export function tellingHeaders({
  headers,
  providerName,
}: Pick<Exchange, 'headers' | 'providerName'>): HeaderList {
  const nameOf = (name: string) => neutralHeaderName(name, providerName).toLowerCase()
  return TELLING.flatMap((names) => {
    const first = headers.find(([name]) => names.includes(nameOf(name)))
    return first === undefined ? [] : [first]
  }).slice(0, 3)
}

/** Whether the contract names a header for this operation, answered with this status. */
function isNamedFor(
  { name, group, inContract }: HeaderSpec,
  { request, status }: Pick<Exchange, 'request' | 'status'>,
): boolean {
  if (!inContract) return false
  const isImage = request.path.startsWith('/image')
  const isRead = request.method === 'GET'
  switch (group) {
    case 'content-safety':
      return isImage
    case 'pagination':
      return isRead
    case 'model':
      return !isRead
    case 'payment':
      return status === 402
    case 'balance': {
      const isWallet = headerValue(request.headers, 'sign-in-with-x') !== undefined
      return isWallet === (name === 'X-Balance-Remaining')
    }
    case 'client':
      return false
    case 'service':
      return isImage || name !== 'x-vendor-control-instance'
    case 'content':
    case 'encryption':
    case 'rate-limit':
      return true
  }
}

/** A header's value in words, where it says more than the text itself. */
interface HeaderReading {
  words?: string
  /** The value does not follow the header's type. */
  unreadable?: true
  /** What a base64 JSON value holds. */
  json?: unknown
  /** The words change as time goes on. */
  counts?: true
}

/**
 * Reads a header for people. Waiting times count down to `nowMs`; clocks are compared with
 * `arrivedMs`, the moment the headers came (both Unix ms).
 */
export function headerReading(
  spec: HeaderSpec,
  value: string,
  { arrivedMs, nowMs }: { arrivedMs: number; nowMs: number },
): HeaderReading {
  const parsed = parseHeader(spec, value, arrivedMs)
  switch (parsed.kind) {
    case 'text':
      return parsed.text === value.trim() ? {} : { words: parsed.text }
    case 'number':
    case 'boolean':
      return {}
    case 'money':
      return {
        words:
          parsed.unit === 'USD'
            ? formatMicroUsd(parsed.micro)
            : `${formatMicroUsd(parsed.micro).replace('$', '')} DIEM`,
      }
    case 'json':
      return { json: parsed.json }
    case 'time':
      return timeReading(spec, parsed.atMs, arrivedMs, nowMs)
    case 'unreadable':
      return { unreadable: true }
  }
}

const DAY = 86_400_000

function timeReading(
  { type, name }: HeaderSpec,
  atMs: number,
  arrivedMs: number,
  nowMs: number,
): HeaderReading {
  if (type === 'unix-time' || type === 'seconds') {
    const left = atMs - nowMs
    const when = Math.abs(left) < DAY ? formatTime(atMs) : utcMinute(atMs)
    return left > 0
      ? { words: `in ${formatDuration(Math.ceil(left / 1000) * 1000)}, at ${when}`, counts: true }
      : { words: `passed at ${when}` }
  }
  if (name === 'Date' || name === 'x-vendor-timestamp')
    return { words: clockWords(atMs - arrivedMs) }
  return { words: utcMinute(atMs) }
}

/** HTTP dates have whole seconds and the answer took a moment, so small differences say nothing. */
function clockWords(ahead: number): string {
  if (Math.abs(ahead) < 3000) return 'agrees with your clock'
  return `${formatDuration(Math.abs(ahead))} ${ahead > 0 ? 'ahead of' : 'behind'} your clock`
}

function utcMinute(atMs: number): string {
  return `${new Date(atMs).toISOString().slice(0, 16).replace('T', ' ')} UTC`
}

/** `x-vendor-version` of an answer (contract, "Versioning"); undefined where it is not visible. */
export function serviceVersion({
  headers,
  providerName,
}: Pick<Exchange, 'headers' | 'providerName'>): string | undefined {
  return headerValue(headers, wireHeaderName('x-vendor-version', providerName))
}

interface VersionChange {
  before: string
  after: string
}

/** The versions of two runs where both are known and differ. */
export function versionChange(before: Exchange, after: Exchange): VersionChange | undefined {
  const [from, to] = [serviceVersion(before), serviceVersion(after)]
  return from === undefined || to === undefined || from === to
    ? undefined
    : { before: from, after: to }
}

/**
 * Whether the service changed between an exchange and the one before it with the same API, as far as
 * both tell their version.
 * @param exchanges oldest first
 */
export function changeSinceBefore(
  exchange: Exchange,
  exchanges: readonly Exchange[],
): VersionChange | undefined {
  const { origin } = new URL(exchange.request.url)
  const earlier = exchanges.findLast(
    (other) =>
      other.id !== exchange.id &&
      other.startedAt <= exchange.startedAt &&
      new URL(other.request.url).origin === origin &&
      serviceVersion(other) !== undefined,
  )
  return earlier && versionChange(earlier, exchange)
}
