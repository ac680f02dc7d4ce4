import { wireHeaderName } from '../provider-name.ts'
import type { HeaderGroup, HeaderSpec } from './header-spec.ts'

/** A header by its name, within its group; the contract lists it unless the row says otherwise. */
type Row = Omit<HeaderSpec, 'name' | 'group' | 'inContract'> & { readonly inContract?: false }

/** By group and name (contract "Versioning", "Limits", "Authentication"). */
const HEADERS: Readonly<Record<HeaderGroup, Readonly<Record<string, Row>>>> = {
  content: {
    'Content-Type': {
      type: 'string',
      appears: 'always',
      meaning: 'Media type of the body.',
      use: 'Read the body as this type.',
    },
    'Content-Encoding': {
      type: 'string',
      appears: 'when the client sends Accept-Encoding and the response is not a stream',
      meaning: 'Compression of the body: gzip or br.',
      use: 'No action needed: the browser decompresses the body.',
    },
    'Content-Disposition': {
      type: 'string',
      appears: 'file downloads and exports',
      meaning: 'Suggested file name.',
      use: 'Use it as the name when saving.',
    },
  },
  service: {
    Date: {
      type: 'date',
      appears: 'always',
      meaning: 'Server time of the response.',
      use: 'Compare it with your clock: sign-ins fail when the clock is wrong.',
    },
    'CF-RAY': {
      type: 'string',
      appears: 'always',
      meaning: 'Unique ID of this request.',
      use: 'Include it when you contact support.',
    },
    'x-vendor-version': {
      type: 'revision',
      appears: 'always',
      meaning: 'Revision of the service.',
      use: 'Compare it when behavior changes.',
    },
    'x-vendor-timestamp': {
      type: 'iso-date',
      appears: 'when timestamp tracking is enabled',
      meaning: 'Server time.',
      use: 'Compare it with your clock.',
    },
    'x-vendor-host-name': {
      type: 'string',
      appears: 'error responses and debugging',
      meaning: 'Host that handled the request.',
      use: 'Include it with CF-RAY when you contact support.',
    },
    'x-vendor-control-instance': {
      type: 'string',
      appears: 'image generation, for debugging',
      meaning: 'Instance that controlled the job.',
      use: 'Include it with CF-RAY when you contact support.',
    },
    'x-auth-refreshed': {
      type: 'boolean',
      appears: 'when authentication tokens are refreshed automatically',
      meaning: 'Whether the tokens were refreshed during this request.',
      use: 'No action needed.',
    },
    'x-retry-count': {
      type: 'number',
      appears: 'when retries occur',
      meaning: 'Number of retries within this request.',
      use: 'A high number explains a slow response.',
    },
  },
  model: {
    'x-vendor-model-id': {
      type: 'string',
      appears: 'inference responses',
      meaning: 'Model used.',
      use: 'Compare it with the requested model: traits and mappings resolve to it.',
    },
    'x-vendor-model-name': {
      type: 'string',
      appears: 'inference responses',
      meaning: 'Display name of the model used.',
      use: 'Show it with the response.',
    },
    'x-vendor-model-router': {
      type: 'string',
      appears: 'inference responses, when routing information is available',
      meaning: 'Route of the request.',
      use: 'Include it when responses differ between requests.',
    },
    'x-vendor-model-deprecation-warning': {
      type: 'string',
      appears: 'when the model is deprecated',
      meaning: 'What will happen to the model.',
      use: 'Read it and choose a replacement.',
    },
    'x-vendor-model-deprecation-date': {
      type: 'iso-date',
      appears: 'when the model is deprecated',
      meaning: 'When the model will be removed.',
      use: 'Switch to another model before it.',
    },
    'x-vendor-model-deprecated': {
      type: 'boolean',
      appears: 'when the model is deprecated',
      meaning: 'Whether the model is deprecated.',
      use: 'Choose a replacement.',
      inContract: false,
    },
    'x-vendor-model-deprecated-replacement': {
      type: 'string',
      appears: 'when a deprecated model has a replacement',
      meaning: 'ID of the replacement model.',
      use: 'Use this ID as the model.',
      inContract: false,
    },
    'x-vendor-enhanced-prompt': {
      type: 'encoded-string',
      appears: 'when the service rewrote the prompt',
      meaning: 'Prompt used.',
      use: 'Compare it with your prompt.',
      inContract: false,
    },
  },
  client: {
    'x-vendor-middleface-version': {
      type: 'string',
      appears: 'requests from that client',
      meaning: 'Version of the web client.',
      use: 'No action needed.',
    },
    'x-vendor-mobile-version': {
      type: 'string',
      appears: 'requests from that client',
      meaning: 'Version of the mobile client.',
      use: 'No action needed.',
    },
    'x-vendor-request-timestamp-ms': {
      type: 'number',
      appears: 'when the client supplies a timestamp',
      meaning: 'Timestamp that the client sent, Unix milliseconds.',
      use: 'Subtract it from the time of arrival to see the delay.',
    },
  },
  'rate-limit': {
    'x-ratelimit-limit-requests': {
      type: 'number',
      appears: 'when a limit applies',
      meaning: 'Maximum requests allowed in the current window.',
      use: 'Stay below it.',
    },
    'x-ratelimit-remaining-requests': {
      type: 'number',
      appears: 'when a limit applies',
      meaning: 'Requests left in the current window.',
      use: 'At 0, wait for the reset.',
    },
    'x-ratelimit-reset-requests': {
      type: 'unix-time',
      appears: 'when a limit applies',
      meaning: 'When the request limit resets.',
      use: 'Wait for it when no requests are left.',
    },
    'x-ratelimit-limit-tokens': {
      type: 'number',
      appears: 'when a limit applies',
      meaning: 'Maximum tokens (prompt + completion) allowed per minute.',
      use: 'Stay below it.',
    },
    'x-ratelimit-remaining-tokens': {
      type: 'number',
      appears: 'when a limit applies',
      meaning: 'Tokens left in this minute.',
      use: 'At 0, wait for the reset.',
    },
    'x-ratelimit-reset-tokens': {
      type: 'seconds',
      appears: 'when a limit applies',
      meaning: 'Seconds until the token limit resets.',
      use: 'Wait this long when no tokens are left.',
    },
    'x-ratelimit-type': {
      type: 'string',
      appears: 'when a limit is enforced',
      meaning: 'Which limit applies: user, api_key or global.',
      use: 'api_key: use another key. global: wait.',
    },
    'x-ratelimit-remaining': {
      type: 'number',
      appears: 'sometimes',
      meaning: 'Failed requests still allowed.',
      use: 'At 0, stop sending until the reset.',
      inContract: false,
    },
    'x-ratelimit-resets': {
      type: 'unix-time',
      appears: 'sometimes',
      meaning: 'When the failed-request count resets.',
      use: 'Wait for it when none are left.',
      inContract: false,
    },
    'Retry-After': {
      type: 'seconds',
      appears: 'overload and rate limits',
      meaning: 'Seconds to wait, or a date.',
      use: 'Wait this long before you retry.',
      inContract: false,
    },
  },
  balance: {
    'x-vendor-balance-diem': {
      type: 'money-diem',
      appears: 'requests with an API key',
      meaning: 'DIEM balance before the request.',
      use: 'Subtract the cost to see the balance now.',
    },
    'x-vendor-balance-usd': {
      type: 'money-usd',
      appears: 'requests with an API key',
      meaning: 'USD balance before the request.',
      use: 'Subtract the cost to see the balance now.',
    },
    'X-Balance-Remaining': {
      type: 'money-usd',
      appears: 'requests with a wallet',
      meaning: 'Wallet balance after the request, in USD; for a stream, before its cost.',
      use: 'Top up when it is low.',
    },
  },
  payment: {
    'PAYMENT-REQUIRED': {
      type: 'base64-json',
      appears: '402 responses to a wallet',
      meaning: 'Payment options, as base64 JSON.',
      use: 'Choose one of them for a top-up.',
    },
    'PAYMENT-RESPONSE': {
      type: 'base64-json',
      appears: 'after a payment was settled or failed',
      meaning: 'Result of the settlement, with its transaction.',
      use: 'Keep the transaction as a receipt.',
      inContract: false,
    },
  },
  pagination: {
    'x-pagination-limit': {
      type: 'number',
      appears: 'lists with pages',
      meaning: 'Items per page.',
      use: 'Change it with limit.',
    },
    'x-pagination-page': {
      type: 'number',
      appears: 'lists with pages',
      meaning: 'Number of this page, from 1.',
      use: 'Add 1 for the next page.',
    },
    'x-pagination-total': {
      type: 'number',
      appears: 'lists with pages',
      meaning: 'Items on all pages.',
      use: 'Show the total.',
    },
    'x-pagination-total-pages': {
      type: 'number',
      appears: 'lists with pages',
      meaning: 'Number of pages.',
      use: 'Stop at the last one.',
    },
  },
  'content-safety': {
    'x-vendor-is-blurred': {
      type: 'boolean',
      appears: 'image responses with safe mode',
      meaning: 'Whether the image was blurred as adult content.',
      use: 'Turn safe mode off, or change the prompt.',
    },
    'x-vendor-is-content-violation': {
      type: 'boolean',
      appears: 'generated content',
      meaning: 'Whether the content violates the content policy.',
      use: 'Change the prompt or the image.',
    },
    'x-vendor-is-adult-model-content-violation': {
      type: 'boolean',
      appears: 'image responses',
      meaning: 'Whether the content violates the policy of an adult model.',
      use: 'Change the prompt or the image.',
    },
    'x-vendor-contains-minor': {
      type: 'boolean',
      appears: 'image analysis with age detection',
      meaning: 'Whether the image seems to show a minor.',
      use: 'Use another image.',
    },
  },
  encryption: {
    'x-vendor-tee': {
      type: 'boolean',
      appears: 'models that run in an enclave',
      meaning: 'Whether the service reports a trusted execution environment.',
      use: 'Check the attestation to be sure.',
      inContract: false,
    },
    'x-vendor-tee-provider': {
      type: 'string',
      appears: 'models that run in an enclave',
      meaning: 'Who runs the enclave, as reported by the service.',
      use: 'Compare it with the attestation.',
      inContract: false,
    },
  },
}

/** Every response header of the contract, and the few others that the service is known to send. */
export const RESPONSE_HEADERS: readonly HeaderSpec[] = Object.entries(HEADERS).flatMap(
  ([group, rows]) =>
    Object.entries(rows).map(([name, row]) => ({
      name,
      group: group as HeaderGroup,
      inContract: true,
      ...row,
    })),
)

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
