import { expect, it } from 'vitest'

import type { Advice } from '../contract/errors/advice.ts'
import { adviceForFailure, type Failure } from '../contract/errors/failure.ts'
import { readServiceError } from '../contract/errors/read-service-error.ts'
import {
  ERROR_CODES,
  type ServiceErrorKind,
  SIGN_IN_REASONS,
  TOP_UP_ERROR_CODES,
} from '../contract/errors/service-error.ts'
import { failurePictures } from '../e2e/pictures/failure-pictures.mjs'
import { diagnoseReach, type ReachCause, type ReachFacts } from '../src/core/failures/test-reach.ts'
import { VaultFault } from '../src/core/vault/vault-fault.ts'
import { PocketFault } from '../src/core/wallet/pocket/pocket-fault.ts'

/** An error response that shows a failure, and what usually causes it. */
interface Example {
  status: number
  body?: object
  isTopUp?: true
  why: string
}

const EXAMPLES: Readonly<Record<ServiceErrorKind | 'settlement_failed', Example>> = {
  invalid_request: {
    status: 400,
    why: "A field has the wrong type, is out of range, isn't supported by the model, or the conversation is longer than the model's context.",
  },
  authentication_failed: {
    status: 401,
    why: 'Often the key was pasted incompletely. A key works only with the API that issued it.',
  },
  pro_only: {
    status: 401,
    body: { error: '', code: 'PRO_ONLY_MODEL' },
    why: 'The account of the key has no Pro subscription.',
  },
  sign_in_rejected: {
    status: 401,
    body: { error: '', code: 'X402_INVALID_SIGN_IN' },
    why: 'The signature is older than five minutes, was used before, is for another domain, or the clock of this computer is wrong.',
  },
  insufficient_balance: {
    status: 402,
    body: { error: '', code: 'INSUFFICIENT_BALANCE' },
    why: 'The API reserves the maximum cost of a request before it runs. A high `max_completion_tokens` or `n` can exceed the balance even if the response would be short.',
  },
  key_limit_reached: {
    status: 402,
    body: { error: 'API key USD spend limit exceeded' },
    why: 'Whoever made the key gave it a limit of its own, per day or in all, which is used up although the account has credit.',
  },
  payment_discovery: {
    status: 402,
    body: { x402Version: 2, accepts: [] },
    why: 'No key and no wallet is connected, or a proxy removed the `Authorization` header.',
  },
  payment_required: {
    status: 402,
    body: { code: 'PAYMENT_REQUIRED' },
    why: 'A new wallet starts at $0, and every request lowers its balance.',
  },
  top_up_requirements: {
    status: 402,
    isTopUp: true,
    body: { x402Version: 2, accepts: [] },
    why: 'The top-up endpoint was called without a payment: that is how its terms are requested.',
  },
  top_up_rejected: {
    status: 400,
    isTopUp: true,
    body: { error: 'INVALID_PAYMENT' },
    why: "The network, token, amount or recipient isn't one the API accepts, or the signature doesn't match the payment.",
  },
  settlement_failed: {
    status: 402,
    isTopUp: true,
    body: { error: 'SETTLEMENT_FAILED' },
    why: 'The authorization expired or was canceled, or the wallet no longer has enough USDC.',
  },
  settlement_unknown: {
    status: 504,
    isTopUp: true,
    why: 'The API or a gateway in front of it timed out while the payment was settling.',
  },
  forbidden: {
    status: 403,
    why: 'The resource belongs to another account or wallet, or the account has no API access.',
  },
  not_found: {
    status: 404,
    why: 'The slug or path is misspelled, or the base URL has no version segment such as `/v1`.',
  },
  model_not_found: {
    status: 404,
    body: { error: '', code: 'MODEL_NOT_FOUND' },
    why: 'The model ID is misspelled or retired, or it is the ID of another API. Some APIs use status 400 or 500 for this.',
  },
  conflict: {
    status: 409,
    why: 'The same request or payment is still running, for example in another tab.',
  },
  gone: {
    status: 410,
    why: 'The model was retired after its deprecation date, or the endpoint belongs to an earlier version of the API.',
  },
  payload_too_large: {
    status: 413,
    why: 'Attachments are sent as base64, which adds a third to their size.',
  },
  unsupported_media_type: {
    status: 415,
    why: 'The request has no `Content-Type: application/json` header; a custom request or a proxy can cause this.',
  },
  unprocessable: {
    status: 422,
    why: 'The prompt violates the content policy, or the image has too many pixels.',
  },
  rate_limited: {
    status: 429,
    why: 'Each model tier has a limit of requests and tokens per minute, shared by everything that uses the key.',
  },
  abuse_blocked: {
    status: 429,
    body: { error: 'Too many failed attempts occurred. Please wait 30s.' },
    why: 'Usually a script or another app that retries a failing request in a loop with the same key.',
  },
  inference_failed: { status: 500, why: 'An error inside the model server.' },
  bad_gateway: {
    status: 502,
    why: 'The server that runs the model restarted or crashed during the request.',
  },
  at_capacity: {
    status: 503,
    why: 'Many people are using the model, or it is down for maintenance.',
  },
  timed_out: { status: 504, why: 'A long response was requested without streaming.' },
  unknown: { status: 418, why: 'A proxy, a gateway or a newer version of the API responded.' },
}

const LOCAL = 'http://127.0.0.1:4310'
const OTHER = 'https://api.example.com'

/** What the page measures before it names a cause; the rest is a page that may reach the API. */
const REACH: Readonly<Record<ReachCause, Partial<ReachFacts> & { name?: string; why: string }>> = {
  offline: { onLine: false, why: 'This device has no network connection.' },
  unreachable: {
    name: 'nothing is listening',
    why: "The server isn't running, or the host or port is wrong.",
  },
  answers_again: {
    name: 'connection lost',
    target: LOCAL,
    answers: true,
    why: 'The server restarted, or a proxy closed the connection.',
  },
  cors: {
    name: 'CORS',
    answers: true,
    why: "The API isn't made to be called by web pages: it doesn't send the CORS headers that browsers require.",
  },
  mixed_content: {
    name: 'mixed content',
    page: 'https://playground.example.com',
    target: 'http://api.example.com',
    why: "Browsers don't let a page loaded over HTTPS call a URL that starts with `http:`.",
  },
  local_network: {
    name: 'local network permission',
    page: 'https://playground.example.com',
    target: 'https://192.168.1.20',
    localNetwork: 'denied',
    why: 'Chrome asks before a public web page may call an address on your computer or network, and the answer was no.',
  },
  blocked_by_policy: {
    name: 'Content Security Policy',
    allowedByPolicy: false,
    why: 'The page may only call origins listed in the `connect-src` directive of its Content Security Policy.',
  },
}

const message = ''

/** Tool servers fail in words of their own: docs/tools.md. */
type OtherKind = Exclude<
  Failure['kind'],
  ServiceErrorKind | 'offline' | 'unreachable' | 'blocked_by_policy' | 'tool_server'
>

/** Every other failure, and what usually causes it. */
const OTHERS: { readonly [K in OtherKind]: { failure: Failure & { kind: K }; why: string } } = {
  cut: {
    failure: { kind: 'cut', message },
    why: 'The network changed, or the server or a proxy closed the connection. A stream is complete only with a finish reason.',
  },
  stalled: {
    failure: { kind: 'stalled', message },
    why: 'The model is overloaded, or a proxy buffers the stream.',
  },
  aborted: { failure: { kind: 'aborted', message }, why: 'You pressed Stop.' },
  paused: {
    failure: { kind: 'paused', message, retryAtMs: 0 },
    why: 'The playground counts failed requests in all tabs and stops before the API blocks the key.',
  },
  over_spend_cap: {
    failure: {
      kind: 'over_spend_cap',
      message,
      cap: 'request',
      limit: 1_000,
      counted: 0,
      ceiling: 2_000,
    },
    why: 'The maximum cost counts all input tokens plus `max_completion_tokens`, times `n`.',
  },
  declined: {
    failure: { kind: 'declined', message },
    why: 'You rejected the signature in your wallet, or the wallet is locked.',
  },
  not_signed: {
    failure: { kind: 'not_signed', message, advice: new PocketFault('locked').advice },
    why: 'The pocket account signs by itself only while it is unlocked, and within its limits. A limit is named with its value.',
  },
  key_unavailable: {
    failure: { kind: 'key_unavailable', message: new VaultFault('locked').message },
    why: 'The keys of this browser were not unlocked, or this one was erased.',
  },
  unexpected_answer: {
    failure: { kind: 'unexpected_answer', message },
    why: 'The base URL points to a website, a login page or another API.',
  },
  answer_too_large: {
    failure: { kind: 'answer_too_large', message },
    why: "The response is larger than the limit that protects the browser's memory.",
  },
  not_encrypted: {
    failure: { kind: 'not_encrypted', message: "The request can't be encrypted end to end." },
    why: "The model has no end-to-end encryption, its attestation didn't verify, or the request has content that can't be encrypted.",
  },
  downgraded: {
    failure: { kind: 'downgraded', message },
    why: 'The API, or something in front of it, handled the request without end-to-end encryption. The user and system messages that you sent were encrypted.',
  },
  not_decrypted: {
    failure: { kind: 'not_decrypted', message },
    why: 'Something between the browser and the enclave changed the response.',
  },
  page_error: { failure: { kind: 'page_error', message }, why: 'A bug in the playground.' },
}

function errorOf({ status, body, isTopUp }: Example): Failure {
  const route = isTopUp ? '/x402/top-up' : '/chat/completions'
  return readServiceError({ status, headers: [], body: body ?? { error: '' }, route })
}

/** The published codes of each kind of error. */
function codesOf(kind: string): string[] {
  const shown = (codes: typeof ERROR_CODES, isTopUp: boolean) =>
    Object.entries(codes).flatMap(([code, { status, meaning }]) => {
      const route = isTopUp ? '/x402/top-up' : '/chat/completions'
      const body = isTopUp ? { error: code } : { error: '', code }
      const read = readServiceError({ status, headers: [], body, route })
      const is = code === 'SETTLEMENT_FAILED' ? 'settlement_failed' : read.kind
      return is === kind ? [`| \`${code}\` | ${status} | ${meaning} |`] : []
    })
  const reasons = Object.entries(SIGN_IN_REASONS).map(
    ([reason, meaning]): [string, { status: number; meaning: string }] => [
      `X402_SIGN_IN_${reason}`,
      { status: 401, meaning },
    ],
  )
  const codes = { ...ERROR_CODES, ...Object.fromEntries(reasons) }
  const rows = [...shown(codes, false), ...shown(TOP_UP_ERROR_CODES, true)]
  return rows.length === 0
    ? []
    : ['', '| Code | Status | Meaning |', '| --- | --- | --- |', ...rows]
}

function pictureOf(kind: string, title: string): string[] {
  const picture = failurePictures.find((one) => one.kind === kind)
  return picture === undefined ? [] : ['', `![${title}](pictures/${picture.name}.webp)`]
}

function words({ meaning, nextStep }: Pick<Advice, 'meaning' | 'nextStep'>, why: string): string[] {
  return ['', meaning, '', `- **Why:** ${why}`, `- **What to do:** ${nextStep}`]
}

function serviceFailure([kind, example]: [string, Example]): string[] {
  const advice = adviceForFailure(errorOf(example))
  const title = `${example.status} ${advice.title}`
  return [
    '',
    `### ${title}`,
    ...words(advice, example.why),
    ...codesOf(kind),
    ...pictureOf(kind, title),
  ]
}

function reachFailure([cause, { name, why, ...facts }]: [
  string,
  (typeof REACH)[ReachCause],
]): string[] {
  const diagnosis = diagnoseReach({
    page: LOCAL,
    target: OTHER,
    onLine: true,
    allowedByPolicy: true,
    answers: false,
    ...facts,
  })
  expect(diagnosis.cause).toBe(cause)
  const kind = cause === 'offline' ? 'offline' : 'unreachable'
  const { title: short } = adviceForFailure({ kind, message })
  const title = name === undefined ? short : `${short}: ${name}`
  return ['', `### ${title}`, '', `> ${diagnosis.words}`, '', why, ...pictureOf(cause, title)]
}

function otherFailure({ failure, why }: (typeof OTHERS)[OtherKind]): string[] {
  const advice = adviceForFailure(failure)
  return ['', `### ${advice.title}`, ...words(advice, why)]
}

it('docs/failures.md explains every failure', async () => {
  const page = [
    '# Errors',
    '',
    'What each error means, why it happens and what to do. Search this page for the title, the HTTP status or the error code.',
    "The problem isn't listed? See [Troubleshooting](troubleshooting.md).",
    '',
    '## Error responses',
    ...Object.entries(EXAMPLES).flatMap(serviceFailure),
    '',
    '## No response',
    '',
    "The browser doesn't tell a page why a request failed, so the playground tests the possible causes and names the one it found.",
    'In these examples the API is `https://api.example.com`.',
    ...Object.entries(REACH).flatMap(reachFailure),
    '',
    "## Incomplete responses and requests that weren't sent",
    ...Object.values(OTHERS).flatMap(otherFailure),
    '',
    '## On a phone',
    '',
    '![Error messages on a phone, dark theme](pictures/failures-phone-dark.webp)',
    '',
    'Generated from `contract/errors/` by `npx vitest run scripts -u`; the screenshots by `npm run screenshots`.',
    '',
  ]
  await expect(page.join('\n')).toMatchFileSnapshot('../docs/failures.md')
})

it.each(failurePictures.filter(({ kind }) => kind in EXAMPLES))(
  'behavior: the notice of $kind begins with the title that the page gives it',
  ({ kind, scene }) => {
    const example = Object.entries(EXAMPLES).find(([name]) => name === kind)?.[1]
    expect(example).toBeDefined()
    if (example === undefined) return
    expect(scene.title).toBe(`${example.status} ${adviceForFailure(errorOf(example)).title}`)
  },
)
