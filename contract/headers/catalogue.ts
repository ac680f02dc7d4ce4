import { wireHeaderName } from '../provider-name.ts'
import type { HeaderSpec } from './header-spec.ts'
import { SERVICE_HEADERS } from './service-headers.ts'

/** Headers about limits, money and pages (contract "Versioning", "Limits", "Authentication"). */
const METERING_HEADERS: readonly HeaderSpec[] = [
  {
    name: 'x-ratelimit-limit-requests',
    type: 'number',
    group: 'rate-limit',
    appears: 'when a limit applies',
    meaning: 'Maximum requests allowed in the current window.',
    use: 'Stay below it.',
    inContract: true,
  },
  {
    name: 'x-ratelimit-remaining-requests',
    type: 'number',
    group: 'rate-limit',
    appears: 'when a limit applies',
    meaning: 'Requests left in the current window.',
    use: 'At 0, wait for the reset.',
    inContract: true,
  },
  {
    name: 'x-ratelimit-reset-requests',
    type: 'unix-time',
    group: 'rate-limit',
    appears: 'when a limit applies',
    meaning: 'When the request limit resets.',
    use: 'Wait for it when no requests are left.',
    inContract: true,
  },
  {
    name: 'x-ratelimit-limit-tokens',
    type: 'number',
    group: 'rate-limit',
    appears: 'when a limit applies',
    meaning: 'Maximum tokens (prompt + completion) allowed per minute.',
    use: 'Stay below it.',
    inContract: true,
  },
  {
    name: 'x-ratelimit-remaining-tokens',
    type: 'number',
    group: 'rate-limit',
    appears: 'when a limit applies',
    meaning: 'Tokens left in this minute.',
    use: 'At 0, wait for the reset.',
    inContract: true,
  },
  {
    name: 'x-ratelimit-reset-tokens',
    type: 'seconds',
    group: 'rate-limit',
    appears: 'when a limit applies',
    meaning: 'Seconds until the token limit resets.',
    use: 'Wait this long when no tokens are left.',
    inContract: true,
  },
  {
    name: 'x-ratelimit-type',
    type: 'string',
    group: 'rate-limit',
    appears: 'when a limit is enforced',
    meaning: 'Which limit applies: user, api_key or global.',
    use: 'api_key: use another key. global: wait.',
    inContract: true,
  },
  {
    name: 'x-ratelimit-remaining',
    type: 'number',
    group: 'rate-limit',
    appears: 'sometimes',
    meaning: 'Failed requests still allowed.',
    use: 'At 0, stop sending until the reset.',
    inContract: false,
  },
  {
    name: 'x-ratelimit-resets',
    type: 'unix-time',
    group: 'rate-limit',
    appears: 'sometimes',
    meaning: 'When the failed-request count resets.',
    use: 'Wait for it when none are left.',
    inContract: false,
  },
  {
    name: 'Retry-After',
    type: 'seconds',
    group: 'rate-limit',
    appears: 'overload and rate limits',
    meaning: 'Seconds to wait, or a date.',
    use: 'Wait this long before you retry.',
    inContract: false,
  },
  {
    name: 'x-vendor-balance-diem',
    type: 'money-diem',
    group: 'balance',
    appears: 'requests with an API key',
    meaning: 'DIEM balance before the request.',
    use: 'Subtract the cost to see the balance now.',
    inContract: true,
  },
  {
    name: 'x-vendor-balance-usd',
    type: 'money-usd',
    group: 'balance',
    appears: 'requests with an API key',
    meaning: 'USD balance before the request.',
    use: 'Subtract the cost to see the balance now.',
    inContract: true,
  },
  {
    name: 'X-Balance-Remaining',
    type: 'money-usd',
    group: 'balance',
    appears: 'requests with a wallet',
    meaning: 'Wallet balance after the request, in USD; for a stream, before its cost.',
    use: 'Top up when it is low.',
    inContract: true,
  },
  {
    name: 'PAYMENT-REQUIRED',
    type: 'base64-json',
    group: 'payment',
    appears: '402 responses to a wallet',
    meaning: 'Payment options, as base64 JSON.',
    use: 'Choose one of them for a top-up.',
    inContract: true,
  },
  {
    name: 'PAYMENT-RESPONSE',
    type: 'base64-json',
    group: 'payment',
    appears: 'after a payment was settled or failed',
    meaning: 'Result of the settlement, with its transaction.',
    use: 'Keep the transaction as a receipt.',
    inContract: false,
  },
  {
    name: 'x-pagination-limit',
    type: 'number',
    group: 'pagination',
    appears: 'lists with pages',
    meaning: 'Items per page.',
    use: 'Change it with limit.',
    inContract: true,
  },
  {
    name: 'x-pagination-page',
    type: 'number',
    group: 'pagination',
    appears: 'lists with pages',
    meaning: 'Number of this page, from 1.',
    use: 'Add 1 for the next page.',
    inContract: true,
  },
  {
    name: 'x-pagination-total',
    type: 'number',
    group: 'pagination',
    appears: 'lists with pages',
    meaning: 'Items on all pages.',
    use: 'Show the total.',
    inContract: true,
  },
  {
    name: 'x-pagination-total-pages',
    type: 'number',
    group: 'pagination',
    appears: 'lists with pages',
    meaning: 'Number of pages.',
    use: 'Stop at the last one.',
    inContract: true,
  },
]

/** Headers about the content and the enclave (contract "Versioning", "Limits", "Authentication"). */
const SAFETY_HEADERS: readonly HeaderSpec[] = [
  {
    name: 'x-vendor-is-blurred',
    type: 'boolean',
    group: 'content-safety',
    appears: 'image responses with safe mode',
    meaning: 'Whether the image was blurred as adult content.',
    use: 'Turn safe mode off, or change the prompt.',
    inContract: true,
  },
  {
    name: 'x-vendor-is-content-violation',
    type: 'boolean',
    group: 'content-safety',
    appears: 'generated content',
    meaning: 'Whether the content violates the content policy.',
    use: 'Change the prompt or the image.',
    inContract: true,
  },
  {
    name: 'x-vendor-is-adult-model-content-violation',
    type: 'boolean',
    group: 'content-safety',
    appears: 'image responses',
    meaning: 'Whether the content violates the policy of an adult model.',
    use: 'Change the prompt or the image.',
    inContract: true,
  },
  {
    name: 'x-vendor-contains-minor',
    type: 'boolean',
    group: 'content-safety',
    appears: 'image analysis with age detection',
    meaning: 'Whether the image seems to show a minor.',
    use: 'Use another image.',
    inContract: true,
  },
  {
    name: 'x-vendor-tee',
    type: 'boolean',
    group: 'encryption',
    appears: 'models that run in an enclave',
    meaning: 'Whether the service reports a trusted execution environment.',
    use: 'Check the attestation to be sure.',
    inContract: false,
  },
  {
    name: 'x-vendor-tee-provider',
    type: 'string',
    group: 'encryption',
    appears: 'models that run in an enclave',
    meaning: 'Who runs the enclave, as reported by the service.',
    use: 'Compare it with the attestation.',
    inContract: false,
  },
]

/** Every response header of the contract, and the few others that the service is known to send. */
export const RESPONSE_HEADERS: readonly HeaderSpec[] = [
  ...SERVICE_HEADERS,
  ...METERING_HEADERS,
  ...SAFETY_HEADERS,
]

const byName: ReadonlyMap<string, HeaderSpec> = new Map(
  RESPONSE_HEADERS.map((spec) => [spec.name.toLowerCase(), spec]),
)

/** The description of a response header by its neutral name in any letter case. */
export function headerSpec(neutralName: string): HeaderSpec | undefined {
  return byName.get(neutralName.toLowerCase())
}

/**
 * Every header name that a service must list in `Access-Control-Expose-Headers`, so that a page of
 * another origin can read what the contract describes.
 */
export function exposedHeaders(providerName: string): string[] {
  return RESPONSE_HEADERS.map(({ name }) => wireHeaderName(name, providerName))
}
