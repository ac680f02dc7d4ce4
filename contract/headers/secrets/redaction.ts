import { neutralHeaderName } from '../../provider-name.ts'
import { decodeBase64Json } from '../../wallet/base64-json.ts'
import { paymentRequiredSchema } from '../../wallet/payment/payment-required.ts'
import type { HeaderList } from '../header-list.ts'
import { isSecretName } from './secret-names.ts'
import { redacted, redactSecretShapes } from './secret-shapes.ts'

/** One request header that the service understands. */
interface RequestHeaderSpec {
  readonly name: string
  /** Older names accepted during migration. */
  readonly legacyNames: readonly string[]
  readonly meaning: string
  /** True when the value must never be shown, logged or exported. */
  readonly secret: boolean
}

/** Request headers (contract "Authentication" and "Endpoints"). */
export const REQUEST_HEADERS: readonly RequestHeaderSpec[] = [
  {
    name: 'Authorization',
    legacyNames: [],
    meaning: 'The API key, as "Bearer <API_KEY>".',
    secret: true,
  },
  {
    name: 'SIGN-IN-WITH-X',
    legacyNames: ['X-Sign-In-With-X'],
    meaning: 'A signed wallet sign-in, as base64 JSON. Each one works once.',
    secret: true,
  },
  {
    name: 'PAYMENT-SIGNATURE',
    legacyNames: ['X-402-Payment', 'X-PAYMENT'],
    meaning: 'A signed payment, as base64 JSON. Only the top-up takes it.',
    secret: true,
  },
  {
    name: 'Accept-Encoding',
    legacyNames: [],
    meaning: 'Compression that the client accepts: gzip, br. A web page cannot set it.',
    secret: false,
  },
  {
    name: 'Content-Type',
    legacyNames: [],
    meaning: 'Media type of the body: JSON, or a form where a file is uploaded.',
    secret: false,
  },
]

/** Headers whose value may be logged and exported; a name that ends in `-` stands for a family. */
const ALLOWED: readonly string[] = [
  'accept',
  'content-type',
  'content-encoding',
  'mcp-protocol-version',
  'mcp-method',
  'date',
  'cf-ray',
  'retry-after',
  'x-retry-count',
  'x-vendor-',
  'x-ratelimit-',
  'x-pagination-',
]

/** Removed whatever the allow-list says: no provider name may turn one of these into its own. */
const SECRET: ReadonlySet<string> = new Set(
  REQUEST_HEADERS.filter(({ secret }) => secret).flatMap(({ name, legacyNames }) =>
    [name, ...legacyNames].map((spelling) => spelling.toLowerCase()),
  ),
)

/**
 * The headers with every value removed that is not on the allow-list: `<redacted N chars>` stands in
 * its place. `PAYMENT-REQUIRED` keeps amounts and networks. Allowed values are searched for what
 * looks like a secret.
 */
export function redactHeaders(headers: HeaderList, providerName: string): HeaderList {
  return headers.map(([name, value]) => {
    const neutral = neutralHeaderName(name, providerName).toLowerCase()
    if (neutral === 'payment-required') return [name, redacted(value) + paymentSummary(value)]
    return [
      name,
      isAllowed(neutral) && !SECRET.has(name.toLowerCase())
        ? redactSecretShapes(value)
        : redacted(value),
    ]
  })
}

function isAllowed(name: string): boolean {
  // A family has members that hold credentials.
  if (isSecretName(name) || /(?:^|-)session(?:-|$)/.test(name)) return false
  return ALLOWED.some((allowed) =>
    allowed.endsWith('-') ? name.startsWith(allowed) : name === allowed,
  )
}

/** Amounts and networks in their strict shapes only, so that nothing else can ride along. */
function paymentSummary(value: string): string {
  const required = paymentRequiredSchema.safeParse(decodeBase64Json(value)).data
  const options = (required?.accepts ?? [])
    .slice(0, 10)
    .flatMap(({ amount, network }) =>
      amount !== undefined &&
      amount.length <= 20 &&
      /^(?:eip155:\d{1,10}|solana(?::\w{32})?|base)$/.test(network)
        ? [`${amount} on ${network}`]
        : [],
    )
  return options.length > 0 ? ` ${options.join(', ')}` : ''
}
