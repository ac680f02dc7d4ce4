import { headerSpec, RESPONSE_HEADERS } from '../../../contract/headers/catalogue.ts'
import { headerValue, type HeaderList } from '../../../contract/headers/header-list.ts'
import type { HeaderGroup, HeaderSpec } from '../../../contract/headers/header-spec.ts'
import { neutralHeaderName, wireHeaderName } from '../../../contract/provider-name.ts'
import type { Exchange } from '../client/exchanges/exchange.ts'

/** A header that came and that the catalogue explains. */
export interface ReceivedHeader {
  /** As it came. */
  name: string
  value: string
  spec: HeaderSpec
}

/** The response headers of an exchange, sorted by what is known about them. */
export interface HeadersReport {
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
