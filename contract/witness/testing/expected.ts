import type { JsonObject, JsonValue } from '../../json.ts'

/**
 * What a user of the page is told of an entry of the witness, written by hand from the facts, not from what the page
 * says. A member that is absent is not told.
 */
export interface Expected {
  /** The text of the response; of several choices the first. */
  text?: string
  reasoning?: string
  /** Tool calls to run; search results that come as a call are no call. */
  calls?: readonly { name: string; arguments: JsonValue }[]
  /** URLs of sources, in order. */
  sources?: readonly string[]
  finish?: string
  tokens?: {
    prompt: number
    completion: number
    cached?: number
    written?: number
    reasoning?: number
  }
  /** What spend limits count, micro-USD: USD and DIEM, or an estimate where no cost is named. */
  microUsd?: number
  /** The response as a message of the next request to the same model. */
  goesBack?: JsonObject
  /** Members of the failure. */
  failure?: Readonly<Record<string, unknown>>
  /** Members of what an operation other than chat returns, as the page reads it. */
  value?: unknown
}

const said = (text: string, microUsd = 23, prompt = 13, completion = 5): Expected => ({
  text,
  finish: 'stop',
  tokens: { prompt, completion },
  microUsd,
})

const refused = (kind: string, message: string, more: object = {}): Expected => ({
  failure: { kind, message, ...more },
})

const QUITO = { name: 'get_weather', arguments: { city: 'Quito' } }
const SIGNATURE = 'CiQB4/H/XsB7signedthought=='
const quitoCall = (more: JsonObject) => ({
  id: 'call_1',
  type: 'function',
  function: { name: 'get_weather', arguments: '{"city":"Quito"}' },
  ...more,
})
const called = (more: JsonObject): Expected => ({
  calls: [QUITO],
  finish: 'tool_calls',
  goesBack: { role: 'assistant', content: null, tool_calls: [quitoCall(more)] },
})
const SOURCES = ['https://quito.example/', 'https://ecuador.example/']
const SEARCHED = { sources: SOURCES, tokens: { prompt: 812, completion: 9 }, microUsd: 10_593 }
const family = (details: object): Expected => ({
  ...said('Some.', 728, 800, 60),
  tokens: { prompt: 800, completion: 60, ...details },
})
const WALLET = '0x00000000000000000000000000000000000000aa'
const BASE = 'eip155:8453'
const SOLANA = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'
const RAILS = { networks: [BASE, SOLANA], amounts: ['5000000', '5000000'] }
const challenge = (nonce: string) => ({ value: { nonce, chains: [BASE, BASE, SOLANA] } })

/** What a user is told of each entry, by its id. */
export const EXPECTED: Readonly<Record<string, Expected>> = {
  'chat/whole': said('4'),
  // 1 DIEM is $1: 0.0645375 of it is 64,538 millionths.
  'chat/cost-diem': said('You do.', 64_538, 21_000, 17_800),
  // 1,000 tokens at $0.70 and 500 at $2.80 per million.
  'chat/cost-absent': said('Nothing is listed.', 2_100, 1_000, 500),
  'chat/cost-zero': { finish: 'stop', tokens: { prompt: 11, completion: 0 }, microUsd: 0 },
  'chat/content-filter': { ...said('I started to'), finish: 'content_filter' },
  'chat/trait': said('A fast one.'),
  'chat/aliases': { value: { choices: [{ message: { content: 'They do.' } }] } },
  'chat/normalized': said('No.'),
  'chat/envelope': said('Four more members.'),
  'chat/two-choices': said('Heads.', 25, 12, 6),

  'chat-stream/usage-choices-empty': said('Four it is.'),
  'chat-stream/usage-unasked': said('Unasked for.', 23, 14),
  'chat-stream/usage-without-choices': said('No choices.', 23, 15),
  'chat-stream/cost-diem': said('DIEM in a stream.', 420, 16),
  // 2,000 tokens at $0.70 and 1,000 at $2.80 per million.
  'chat-stream/cost-absent': said('Earned credits.', 4_200, 2_000, 1_000),
  'chat-stream/content-filter': { ...said('I started to', 23, 13, 3), finish: 'content_filter' },
  'chat-stream/reasoning-signed': {
    ...said('4', 23, 13, 9),
    tokens: { prompt: 13, completion: 9, reasoning: 6 },
    reasoning: 'Two and two.',
    goesBack: {
      role: 'assistant',
      content: '4',
      reasoning_details: [
        {
          type: 'reasoning.text',
          text: 'Two and two.',
          signature: 'EqQBCkgIBhABGAIiQL8xJ0e1signed',
          format: 'maker-claude-v1',
          index: 0,
        },
      ],
    },
  },
  'chat-stream/reasoning-encrypted': {
    ...said('Done.', 23, 13, 9),
    reasoning: '[Some reasoning content is encrypted]',
    goesBack: {
      role: 'assistant',
      content: 'Done.',
      reasoning_details: [
        {
          type: 'reasoning.encrypted',
          data: 'gAAAAABencrypted',
          format: 'maker-responses-v1',
          id: 'rs_1',
          index: 0,
        },
      ],
    },
  },
  'chat-stream/error-overloaded': {
    text: 'Before the',
    ...refused('at_capacity', 'The model is currently overloaded. Please try again later.'),
  },
  'chat-stream/error-upstream': {
    text: 'Before the',
    ...refused('bad_gateway', 'The upstream provider returned an error.'),
  },
  'chat-stream/error-content': {
    text: 'Before the',
    ...refused('unprocessable', 'The content was blocked by the provider.'),
  },

  'chat-tools/thought-signature': {
    ...called({ thought_signature: SIGNATURE }),
    tokens: { prompt: 61, completion: 17 },
    microUsd: 23,
  },
  'chat-tools/thought-signature-whole': {
    ...called({ thought_signature: SIGNATURE }),
    tokens: { prompt: 13, completion: 5 },
    microUsd: 23,
  },
  'chat-tools/parallel-signature': {
    calls: [QUITO, { name: 'get_weather', arguments: { city: 'Lima' } }],
    finish: 'tool_calls',
    goesBack: {
      role: 'assistant',
      content: null,
      tool_calls: [
        quitoCall({ thought_signature: SIGNATURE }),
        {
          id: 'call_2',
          type: 'function',
          function: { name: 'get_weather', arguments: '{"city":"Lima"}' },
        },
      ],
    },
    tokens: { prompt: 63, completion: 30 },
    microUsd: 23,
  },
  'chat-tools/extra-content': {
    ...called({ extra_content: { google: { thought_signature: SIGNATURE } } }),
    tokens: { prompt: 13, completion: 5 },
    microUsd: 23,
  },
  'chat-tools/signature-missing': refused(
    'invalid_request',
    'Function call is missing a thought_signature in functionCall parts. This is required for tools to work correctly.',
  ),
  'chat-tools/signature-kept': said('It is 18 °C in Quito.', 23, 92, 12),
  'chat-tools/message-signature': {
    ...said('Signed.'),
    goesBack: { role: 'assistant', content: 'Signed.', thought_signature: SIGNATURE },
  },

  'search/results-first': { text: 'Quito is the capital ^1,2^.', finish: 'stop', ...SEARCHED },
  'search/results-last': { text: 'Quito is the capital ^1,2^.', finish: 'stop', ...SEARCHED },
  'search/web-search-call': {
    text: 'Quito.',
    finish: 'tool_calls',
    ...SEARCHED,
    goesBack: { role: 'assistant', content: 'Quito.' },
  },
  'search/documents-call': {
    text: 'Quito.',
    finish: 'stop',
    ...SEARCHED,
    goesBack: { role: 'assistant', content: 'Quito.' },
  },
  'search/whole': { text: 'Quito [REF]0[/REF].', finish: 'stop', ...SEARCHED },
  'search/skipped-image': said('A cat.', 234, 318, 4),

  'usage/family-1': family({ cached: 640, reasoning: 40 }),
  'usage/family-2': family({ cached: 640 }),
  'usage/family-3': family({ cached: 512, written: 128 }),
  'usage/family-4': family({ cached: 0 }),
  'usage/family-5': family({ cached: 640, reasoning: 40 }),
  'usage/family-6': family({}),
  'usage/family-7': family({}),

  'errors/400-capability': refused('invalid_request', 'Invalid request parameters', {
    issues: [
      { path: ['messages', 0, 'content', 1], message: 'This model does not support image inputs.' },
    ],
  }),
  'errors/400-seed': refused('invalid_request', 'Invalid request parameters', {
    issues: [{ path: ['seed'], message: 'seed is not supported by this model.' }],
  }),
  'errors/400-anon-user': refused('invalid_request', 'Invalid request parameters', {
    issues: [
      {
        path: ['anon_user_id'],
        message: 'anon_user_id must be 1 to 128 printable ASCII characters without "||".',
      },
    ],
  }),
  'errors/400-unknown-field': refused('invalid_request', 'Invalid request parameters', {
    issues: [{ path: [], message: "Unrecognized key(s) in object: 'top_a'" }],
  }),
  'errors/400-upstream': refused(
    'invalid_request',
    'Invalid value for max_tokens; Input is too long for this model',
  ),
  'errors/400-context': refused(
    'invalid_request',
    "This model's maximum context length is 32768 tokens. However, your messages resulted in 41021 tokens.",
    { code: 'context_length_exceeded' },
  ),
  'errors/400-content-type': refused(
    'invalid_request',
    'Invalid content type. Use application/json.',
  ),
  'errors/401-key': refused('authentication_failed', 'Authentication failed'),
  'errors/401-pro': refused('pro_only', 'This model is only available to Pro users'),
  'errors/402-balance': refused(
    'insufficient_balance',
    'Insufficient USD or Diem balance to complete request. Visit your account settings to add credits.',
  ),
  // Credit does not help.
  'errors/402-key-limit': refused('key_limit_reached', 'API key USD spend limit exceeded'),
  'errors/403-privacy': refused('forbidden', 'This API key is restricted to private models.'),
  'errors/404-model': refused(
    'model_not_found',
    'Specified model not found: text-larg. Did you mean: text-large?',
  ),
  'errors/413': refused('payload_too_large', 'Request body too large', {
    code: 'PAYLOAD_TOO_LARGE',
  }),
  'errors/415-encoding': refused('unsupported_media_type', 'unsupported content encoding "zstd"'),
  'errors/422': refused('unprocessable', 'Your prompt violates the content policy.', {
    suggestedPrompt: 'Draw a friendly dragon.',
  }),
  // Counted from the arrival of the response, 30 s before the window opens again.
  'errors/429-model': refused('rate_limited', 'Rate limit exceeded', { retryInMs: 30_000 }),
  'errors/429-failures': refused(
    'abuse_blocked',
    'Too many failed attempts (> 50) resulting in a non-success status code. Please wait 30s and try again.',
    { retryInMs: 12_000 },
  ),
  'errors/500': refused('inference_failed', 'Inference processing failed'),
  'errors/503': refused('at_capacity', 'The model is at capacity. Please try again later.', {
    retryInMs: 5_000,
  }),
  'errors/504': refused(
    'timed_out',
    'The request took too long to process and was timed out. Use stream=true for long requests.',
  ),
  'errors/410-usage': refused('gone', 'This endpoint has been retired.'),
  'errors/410-transcriptions': refused('gone', 'This endpoint has been retired.'),

  'models/text': {
    value: {
      unread: 0,
      ids: [
        'text-large',
        'text-small',
        'text-reasoning',
        'text-signed',
        'text-vision',
        'text-e2ee',
      ],
      // $ per million tokens, in micro-USD, and beyond 100,000 tokens of context.
      price: {
        input: 700_000,
        output: 2_800_000,
        cacheRead: 350_000,
        extended: { aboveTokens: 100_000, input: 1_400_000, output: 5_600_000 },
      },
    },
  },
  'models/bad-key': { value: { ids: ['text-large', 'video-large'], unread: 0 } },
  'models/restricted-key': { value: { ids: ['text-large'], unread: 0 } },
  'models/decision': { value: { ids: ['decision-1'], unread: 0 } },
  'models/inpaint': { value: { ids: ['firered-image-edit'], unread: 0, editPrice: 270_000 } },
  'models/empty': { value: { ids: [], unread: 0 } },
  'models/traits': { value: { default: 'text-large', fastest: 'text-small' } },
  'models/traits-empty': { value: {} },
  'models/mapping': { value: { 'gpt-4o': 'text-large' } },
  'models/mapping-all': refused('invalid_request', 'Invalid request parameters', {
    issues: [{ path: ['type'], message: 'Invalid enum value' }],
  }),

  'keys/rate-limits': {
    value: {
      balanceMicroUsd: 3_500_000,
      limits: { requestsPerMinute: 500, requestsPerDay: 20_000, tokensPerMinute: 1_000_000 },
    },
  },
  'keys/rate-limits-log': { value: { data: [{ rateLimitType: 'FAILED_REQUESTS' }, {}, {}] } },
  'keys/admin-required': refused('forbidden', 'Admin API key required'),
  'keys/no-credentials': refused('payment_discovery', 'Authentication required'),
  'keys/web3-token': { value: { data: { token: 'example-token-to-sign' } } },
  'keys/web3-key': { value: { data: { apiKey: 'example-key', apiKeyType: 'INFERENCE' } } },

  'wallet-sign-in/inference': refused('payment_discovery', 'Authentication required'),
  'wallet-sign-in/balance': challenge('51ee34a82538bed7e5af6a831612ee8f'),
  'wallet-sign-in/uuid-nonce': challenge('0b6f2c1e-8f0d-4c63-9b1a-2f7f6f3f9d51'),
  'wallet-sign-in/nonce-reused': refused(
    'sign_in_rejected',
    'Sign-in nonce has already been used',
    { reason: 'NONCE_REUSED' },
  ),
  'wallet-sign-in/expired': refused('sign_in_rejected', 'Sign-in message has expired', {
    reason: 'EXPIRED',
  }),
  'wallet-sign-in/domain': refused('sign_in_rejected', 'Sign-in domain is not allowed', {
    reason: 'DOMAIN_MISMATCH',
  }),
  'wallet-sign-in/chain': refused('sign_in_rejected', 'Unsupported chain: eip155:84532', {
    reason: 'UNSUPPORTED_CHAIN',
  }),
  'wallet-sign-in/balance-invalid': refused('sign_in_rejected', 'Invalid Sign-in-with-x signature'),
  'wallet-sign-in/minted-nonce': said('No.', 15, 13, 2),
  'wallet-sign-in/low-credit': refused('payment_required', 'Insufficient x402 balance', {
    details: { currentBalanceUsd: 0.04, minimumTopUpUsd: 5 },
  }),

  'x402/requirements': { value: { ...RAILS, header: 'same' } },
  'x402/requirements-null': { value: { ...RAILS, header: 'same' } },
  'x402/requirements-extensions': { value: { ...RAILS, header: 'same' } },
  'x402/credited': {
    value: {
      wallet: WALLET,
      creditedMicroUsd: 10_000_000,
      balanceMicroUsd: 22_500_000,
      paymentId: 'x402-5b1f',
      transaction: `0x${'ab'.repeat(32)}`,
    },
  },
  'x402/in-progress': refused('conflict', 'This payment is already being processed.', {
    code: 'PAYMENT_IN_PROGRESS',
  }),
  'x402/already-processed': refused('conflict', 'This payment has already been processed.', {
    code: 'PAYMENT_ALREADY_PROCESSED',
  }),
  'x402/too-low': refused('top_up_rejected', 'Minimum top-up is $5.', { code: 'AMOUNT_TOO_LOW' }),
  'x402/settlement-failed': refused('top_up_rejected', 'Settlement failed.', {
    code: 'SETTLEMENT_FAILED',
  }),
  // It may still land: not a refusal.
  'x402/settlement-timeout': refused(
    'settlement_unknown',
    'Settlement timed out. Check your balance before retrying.',
  ),
  'x402/not-configured': refused('top_up_rejected', 'x402 payments are not configured.', {
    code: 'X402_NOT_CONFIGURED',
  }),
  'x402/too-many': refused('rate_limited', 'Rate limit exceeded'),
  'x402/payment-elsewhere': refused('invalid_request', 'Send payments to POST /x402/top-up.'),
  'x402/concurrency': refused('rate_limited', 'Too many concurrent requests', {
    code: 'X402_CONCURRENCY_LIMIT',
  }),
  'x402/balance': { value: { microUsd: 12_500_000, canConsume: true } },
  'x402/balance-diem': { value: { microUsd: 40_000, microDiem: 5_250_000, canConsume: true } },
  'x402/balance-other': refused('forbidden', 'You can only access balance for your own wallet'),
  'x402/transactions': {
    value: {
      hasMore: false,
      transactions: [
        { type: 'REFUND', amount: 0.05, modelId: null },
        { type: 'CHARGE', amount: -0.05 },
        { type: 'CHARGE', amount: -0.01, requestId: 'chatcmpl-8' },
        { type: 'CHARGE', amount: -0.15, requestId: 'chatcmpl-8' },
        { type: 'TOP_UP', amount: 10, requestId: null },
      ],
    },
  },

  'e2ee/quote-hex': { value: { provider: 'example-enclave' } },
  'e2ee/quote-base64': { value: { provider: 'example-enclave' } },
  'e2ee/no-quote': { failure: { kind: 'not_encrypted' } },
  'e2ee/nonce-elsewhere': { failure: { kind: 'not_encrypted' } },
  'e2ee/contradiction': { failure: { kind: 'not_encrypted' } },
  'e2ee/bad-gateway': { failure: { kind: 'not_encrypted' } },
  'e2ee/unavailable': { failure: { kind: 'not_encrypted' } },
  'e2ee/timeout': { failure: { kind: 'not_encrypted' } },
  // The recorded envelopes are for the key of another session.
  'e2ee/sealed': { failure: { kind: 'not_decrypted' } },
  // A downgrade: nothing of it may be shown as encrypted.
  'e2ee/downgrade': { failure: {} },
  'e2ee/stale': {
    failure: {
      message: 'The attestation of this session is stale.',
      code: 'e2ee_attestation_stale',
    },
  },
  'e2ee/bad-headers': refused('invalid_request', 'Encrypted field is not valid hex', {
    code: 'e2ee_invalid_payload',
  }),
  'e2ee/signature': { value: { signing_algo: 'ecdsa' } },

  'image-edit/png': { value: { mediaType: 'image/png', notes: [] } },
  'image-edit/jpeg-2k': { value: { mediaType: 'image/jpeg', notes: [] } },
  'image-edit/enhanced': {
    value: {
      mediaType: 'image/png',
      notes: ['The API rewrote the prompt: A cozy café at dusk, 35 mm'],
    },
  },
  'image-edit/form': { value: { mediaType: 'image/png', notes: [] } },
  'image-edit/400-details': refused('invalid_request', 'Invalid request parameters', {
    issues: [{ path: [], message: 'The image must have at least 65536 pixels.' }],
  }),
  'image-edit/422': refused('unprocessable', 'Your prompt violates the content policy.', {
    suggestedPrompt: 'Make it friendly',
  }),
}
