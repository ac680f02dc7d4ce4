import { decodeBase64Json } from '../../encoding/bytes.ts'
import { neutralHeaderName } from '../../provider-name.ts'
import { paymentRequiredSchema } from '../../wallet/payment/payment-required.ts'
import type { HeaderList } from '../header-list.ts'
import {
  isSecretName,
  KEY_START,
  KEY_WITHOUT_START,
  PRIVATE_KEY,
  redacted,
  redactSecretShapes,
} from './secret-mask.ts'

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

/**
 * Shapes that hardly anybody means to send to a model. Narrower than those of
 * `secret-shapes.ts`, which may take too much: here a person is asked, and addresses, hashes and
 * signatures of chains are what people ask about.
 */
const keyShapes: readonly RegExp[] = [
  new RegExp(`(?<key>${PRIVATE_KEY})`, 'g'),
  /\bbearer\s{1,4}(?=[^\s\d]{0,99}\d)(?<key>[A-Za-z0-9_.~+/-]{20,})/gi,
  new RegExp(String.raw`(?<key>\b(?:${KEY_START})[-_](?=[A-Za-z_-]{0,99}\d)[\w-]{16,})`, 'gi'),
  new RegExp(String.raw`\b(?<key>${KEY_WITHOUT_START})`, 'g'),
  /(?:key|token|secret|password)["']?\s?[=:]\s?["']?(?=[A-Za-z_-]{0,99}\d)(?<key>[\w-]{20,})/gi,
  /\b(?<key>eyJ[A-Za-z0-9+/_-]{40,}(?:\.[A-Za-z0-9+/_-]+)*={0,2})/g,
]

/**
 * A text with every key in it replaced. The same key elsewhere in the text is, too: where a text has more
 * of them than any person's, that of the first hundred.
 */
export function redactKeys(text: string): string {
  const again = keysIn(text).slice(0, 100)
  const withoutShapes = keyShapes.reduce(
    (rest, shape) =>
      rest.replace(shape, (match: string, key: string) => match.replace(key.trim(), redacted)),
    text,
  )
  return again.reduce((rest, key) => rest.replaceAll(key, redacted), withoutShapes)
}

/** The keys and tokens that a text seems to hold, each as it stands there, in no order. */
export function keysIn(text: string): string[] {
  const found = keyShapes.flatMap((shape) =>
    [...text.matchAll(shape)].flatMap(({ groups }) => groups?.['key']?.trim() ?? []),
  )
  return [...new Set(found)]
}
