import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { encodeBase64Json } from '../encoding/bytes.ts'
import { adviceFor } from './advice.ts'
import { readServiceError, readStreamError } from './read-service-error.ts'
import type { ErrorAnswer, ServiceErrorKind } from './service-error.ts'

const read = (status: number, body: unknown, more: Partial<ErrorAnswer> = {}) =>
  readServiceError({ status, body, headers: [], route: '/chat/completions', ...more })

const requirement = {
  scheme: 'exact',
  network: 'eip155:8453',
  amount: '5000000',
  asset: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
  payTo: '0x00000000000000000000000000000000000000A1',
  maxTimeoutSeconds: 300,
  extra: { name: 'USD Coin', version: '2' },
}
const discovery = {
  x402Version: 2,
  error: 'Authentication required',
  resource: { url: 'https://api.example/chat/completions' },
  accepts: [{ ...requirement, network: 'solana' }],
  extensions: { 'sign-in-with-x': { info: {}, supportedChains: [] } },
  authOptions: { apiKey: { header: 'Authorization: Bearer YOUR_API_KEY' } },
}
const walletBody = {
  error: 'Payment required',
  code: 'PAYMENT_REQUIRED',
  message: 'Insufficient x402 balance',
  currentBalanceUsd: 0.04,
  supportedChains: ['base', 'solana'],
  topUpInstructions: { step1: 'Sign', receiverWallet: '0x1', minimumAmountUsd: 5 },
}

describe('readServiceError', () => {
  it.each<[number, unknown, ServiceErrorKind, string?]>([
    [400, { error: 'Invalid request parameters' }, 'invalid_request'],
    [400, { error: 'Rejected upstream', request_id: 'r1' }, 'invalid_request'],
    [401, { error: 'Authentication failed' }, 'authentication_failed'],
    [401, { error: 'This model is only available to Pro users' }, 'pro_only'],
    [401, { error: 'No', code: 'PRO_ONLY_MODEL' }, 'pro_only'],
    [401, { error: 'Old', code: 'X402_SIGN_IN_EXPIRED' }, 'sign_in_rejected'],
    [401, { error: 'No', code: 'X402_INVALID_SIGN_IN' }, 'sign_in_rejected'],
    [401, { error: 'Invalid Sign-in-with-x signature' }, 'sign_in_rejected', '/x402/balance/0x1'],
    [402, { error: 'Insufficient USD or Diem balance' }, 'insufficient_balance'],
    [402, { error: 'Insufficient', code: 'INSUFFICIENT_BALANCE' }, 'insufficient_balance'],
    [402, { error: 'API key USD spend limit exceeded' }, 'key_limit_reached'],
    [402, { error: 'x', code: 'API_KEY_DIEM_SPEND_LIMIT_EXCEEDED' }, 'key_limit_reached'],
    [402, discovery, 'payment_discovery'],
    [
      402,
      { x402Version: 2, accepts: [], extensions: {} },
      'payment_discovery',
      '/x402/balance/0x1',
    ],
    [402, walletBody, 'payment_required'],
    [402, { x402Version: 2, accepts: [requirement] }, 'top_up_requirements', '/x402/top-up'],
    [402, { error: 'SETTLEMENT_FAILED', message: 'No' }, 'top_up_rejected', '/x402/top-up'],
    [400, { error: 'AMOUNT_TOO_LOW', message: 'Low' }, 'top_up_rejected', '/x402/top-up'],
    [503, { error: 'X402_NOT_CONFIGURED', message: 'Off' }, 'top_up_rejected', '/x402/top-up'],
    [504, { error: 'SETTLEMENT_TIMEOUT', message: 'Slow' }, 'settlement_unknown', '/x402/top-up'],
    [500, { error: 'UNKNOWN', message: 'Broken' }, 'settlement_unknown', '/x402/top-up'],
    [409, { error: 'PAYMENT_IN_PROGRESS', message: 'Wait' }, 'conflict', '/x402/top-up'],
    [403, { error: 'You can only access balance for your own wallet' }, 'forbidden'],
    [404, { error: 'Character not found' }, 'not_found'],
    [401, { error: 'Admin API key required' }, 'forbidden', '/api_keys'],
    [404, { error: 'The model gpt-6 could not be found. Did you mean gpt-5?' }, 'model_not_found'],
    [410, { error: 'This endpoint was retired.' }, 'gone', '/billing/usage'],
    [413, { code: 'PAYLOAD_TOO_LARGE', error: 'Too large' }, 'payload_too_large'],
    [415, { error: 'Invalid content type' }, 'unsupported_media_type'],
    [422, { error: 'Refused', suggested_prompt: 'A cat' }, 'unprocessable'],
    [429, { error: 'Rate limit exceeded' }, 'rate_limited'],
    [429, { error: 'Too many failed attempts. Please wait 30s.' }, 'abuse_blocked'],
    [500, { error: 'Inference processing failed' }, 'inference_failed'],
    [502, '', 'bad_gateway'],
    [503, { error: 'Model is at capacity' }, 'at_capacity'],
    [504, '<html><body>Gateway Time-out</body></html>', 'timed_out'],
    [418, null, 'unknown'],
  ])('reads %i %j as %s', (status, body, kind, route) => {
    const error = read(status, body, route === undefined ? {} : { route })
    expect(error).toMatchObject({ kind, status, body })
  })

  it.each([
    [{ detail: [{ loc: ['body'], msg: 'Too long' }, { msg: 'No seed' }] }, 'Too long; No seed'],
    [{ errors: ['Too large', { message: 'Try less' }, 5] }, 'Too large; Try less'],
  ])('reads a list of errors: %j', (body, message) => {
    expect(read(422, body)).toMatchObject({ message })
  })

  it('keeps message, code, request id and the details of each 402', () => {
    expect(read(402, walletBody, { headers: [['cf-ray', '8f-FRA']] })).toMatchObject({
      message: 'Insufficient x402 balance',
      code: 'PAYMENT_REQUIRED',
      requestId: '8f-FRA',
      details: { currentBalanceUsd: 0.04, topUpInstructions: { receiverWallet: '0x1' } },
    })
    expect(read(402, discovery)).toMatchObject({
      message: 'Authentication required',
      details: { accepts: [{ network: 'solana' }] },
    })
  })

  it('tells the 402s apart by their telling member even when another is wrongly typed', () => {
    expect(read(402, { ...walletBody, supportedChains: 7 }).kind).toBe('payment_required')
    expect(read(402, { code: 'PAYMENT_REQUIRED', x402Version: 2, accepts: [] }).kind).toBe(
      'payment_required',
    )
  })

  it('reads requirements from the header when the body has none', () => {
    const headers = [['PAYMENT-REQUIRED', encodeBase64Json(discovery)]] as const
    expect(read(402, '', { headers }).kind).toBe('payment_discovery')
    expect(read(402, { error: 'Balance is low' }, { headers }).kind).toBe('insufficient_balance')
  })

  it('tells a 409 of what is done from one of what is under way', () => {
    const titleOf = (message: string) => adviceFor(read(409, { error: message })).title
    expect(titleOf('This payment was already processed.')).toBe('Already processed')
    expect(titleOf('Payment in progress')).toBe('Already in progress')
  })

  it('lists the issues of a 400 from every published form', () => {
    const issues = (body: unknown) => {
      const error = read(400, body)
      return error.kind === 'invalid_request' ? error.issues : undefined
    }
    expect(
      issues({
        error: 'Invalid request parameters',
        details: {
          _errors: ['Bad body'],
          messages: { _errors: [], 0: { content: { _errors: ['Too short'] } } },
        },
        issues: [{ code: 'invalid_type', path: ['messages', 0, 'content'], message: 'Too short' }],
      }),
    ).toEqual([
      { path: ['messages', 0, 'content'], message: 'Too short' },
      { path: [], message: 'Bad body' },
    ])
    // The reason is kept, whatever its place is written like.
    expect(
      issues({
        error: 'Invalid request parameters',
        issues: [
          { path: 'messages.0.content', message: 'No images' },
          { path: [null, 'seed'], message: 'No seed' },
          { message: 'No tools' },
          'No stop',
        ],
      }),
    ).toEqual([
      { path: ['messages', 0, 'content'], message: 'No images' },
      { path: ['seed'], message: 'No seed' },
      { path: [], message: 'No tools' },
      { path: [], message: 'No stop' },
    ])
    expect(issues({ error: 'Bad', details: 'Image is damaged' })).toEqual([
      { path: [], message: 'Image is damaged' },
    ])
    expect(
      issues({ error: { message: 'Too long', param: 'messages[2].content', code: null } }),
    ).toEqual([{ path: ['messages', 2, 'content'], message: 'Too long' }])
  })

  it('reads the OpenAI form', () => {
    expect(
      read(400, { error: { message: 'Too long', code: 'context_length_exceeded' } }),
    ).toMatchObject({ message: 'Too long', code: 'context_length_exceeded' })
  })

  it('works out when to retry from the header that asks for the longest wait', () => {
    const headers = [
      ['x-ratelimit-remaining-requests', '0'],
      ['x-ratelimit-reset-requests', '1795177200'],
      ['x-ratelimit-remaining-tokens', '5'],
      ['x-ratelimit-reset-tokens', '999'],
      ['retry-after', '3'],
    ] as const
    const nowMs = 1_795_177_190_000
    expect(read(429, {}, { headers, nowMs })).toMatchObject({ retryAtMs: 1_795_177_200_000 })
    expect(read(503, {}, { headers: [['Retry-After', '3']], nowMs })).toMatchObject({
      retryAtMs: nowMs + 3_000,
    })
    expect(read(429, {}, { headers })).not.toHaveProperty('retryAtMs')
  })

  it('says until when failures block: by the header that counts them, else for 30 s', () => {
    const nowMs = 1_795_177_190_000
    const blocked = { error: 'Too many failed attempts. Please wait 30s.' }
    const until = (resets?: number) =>
      read(429, blocked, {
        headers: resets === undefined ? [] : [['x-ratelimit-resets', String(resets)]],
        nowMs,
      })
    expect(until(nowMs + 12_000)).toMatchObject({ retryAtMs: nowMs + 12_000 })
    expect(until()).toMatchObject({ retryAtMs: nowMs + 30_000 })
    expect(until(nowMs - 1)).toMatchObject({ retryAtMs: nowMs + 30_000 })
  })

  it('never quotes markup and never leaves the message empty', () => {
    expect(read(502, ' <!doctype html><p>x').message).toBe(
      'Status 502 (bad gateway) without a message.',
    )
    expect(read(500, 'x'.repeat(9_000)).message).toHaveLength(2_000)
  })

  it('gives a kind and advice for any status and any JSON, and leaves prototypes alone', () => {
    const member = fc.constantFrom(
      '__proto__',
      'constructor',
      'error',
      'code',
      'message',
      'details',
      '_errors',
      'issues',
      'path',
      'x402Version',
      'accepts',
      'extensions',
      'siwxChallenge',
      'topUpInstructions',
      'suggested_prompt',
    )
    const { tree } = fc.letrec((tie) => ({
      tree: fc.oneof(
        { depthSize: 'medium' },
        fc.jsonValue(),
        fc.constantFrom('PAYMENT_REQUIRED', 'SETTLEMENT_FAILED', 'X402_SIGN_IN_constructor', 2),
        fc.array(tie('tree'), { maxLength: 4 }),
        fc.array(fc.tuple(member, tie('tree')), { maxLength: 6 }).map((entries) => {
          const object: unknown = JSON.parse(
            `{${entries.map(([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)}`).join()}}`,
          )
          return object
        }),
      ),
    }))
    const before = Object.getOwnPropertyNames(Object.prototype)
    fc.assert(
      fc.property(
        fc.constantFrom(200, 400, 401, 402, 403, 404, 409, 413, 415, 422, 429, 500, 502, 503, 504),
        tree,
        fc.constantFrom('/chat/completions', '/x402/top-up', ''),
        fc.array(
          fc.tuple(fc.constantFrom('payment-required', 'retry-after', 'cf-ray'), fc.string()),
        ),
        (status, body, route, headers) => {
          const error = readServiceError({ status, body, route, headers, nowMs: 0 })
          const { title, meaning, nextStep } = adviceFor(error)
          expect(error.message && title && meaning && nextStep).toBeTruthy()
        },
      ),
      { numRuns: 500 },
    )
    expect(Object.getOwnPropertyNames(Object.prototype)).toEqual(before)
  })

  it('tells a limit of a key from a lack of credit, and what a key may use from what it may not', () => {
    const limit = read(402, { error: 'API key DIEM spend limit exceeded' })
    expect(adviceFor(limit).meaning).not.toMatch(/your balance/i)
    const privacy = read(403, { error: 'This API key is restricted to private models.' })
    expect(adviceFor(privacy).title).toBe('Model not allowed for this key')
    expect(adviceFor(read(403, { error: 'No.' })).title).toBe('Not allowed')
    expect(read(401, { error: 'Admin API key required' }).kind).toBe('forbidden')
  })

  it('survives endless nesting and huge lists', () => {
    let deep: unknown = { _errors: ['x'] }
    for (let i = 0; i < 200_000; i += 1) deep = { a: deep }
    expect(read(400, { error: 'x', details: deep, issues: deep }).kind).toBe('invalid_request')
    expect(read(402, { error: deep, x402Version: 2, accepts: deep }).kind).toBe(
      'insufficient_balance',
    )
    const wide = Array.from({ length: 100_000 }, () => ({ path: ['a'], message: 'b' }))
    expect(read(400, { error: 'x', issues: wide })).toMatchObject({ issues: [{ path: ['a'] }] })
  })
})

describe('readStreamError', () => {
  it('reads the published in-stream errors', () => {
    const overloaded = {
      error: {
        message: 'Busy',
        type: 'server_error',
        code: 'model_overloaded',
        param: null,
        retry_after: 30,
      },
    }
    expect(readStreamError(overloaded, 1_000, 'ray')).toEqual({
      kind: 'at_capacity',
      status: 200,
      code: 'model_overloaded',
      message: 'Busy',
      requestId: 'ray',
      retryAtMs: 31_000,
      body: overloaded,
    })
    const kindOf = (error: unknown) => readStreamError({ error }, 0)?.kind
    expect(kindOf({ message: 'x', type: 'api_error', code: 'upstream_error' })).toBe('bad_gateway')
    expect(kindOf({ message: 'x', type: 'content_filter_error' })).toBe('unprocessable')
    expect(kindOf({ message: 'x', code: 'content_blocked_by_provider' })).toBe('unprocessable')
    expect(kindOf('Something broke')).toBe('inference_failed')
  })

  it('ignores events without an error', () => {
    for (const event of [{ choices: [] }, { error: null }, null, [], 'error']) {
      expect(readStreamError(event, 0)).toBeUndefined()
    }
  })

  it('never throws', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (error) => {
        const read = readStreamError({ error }, 0)
        expect(read === undefined).toBe([null, false, ''].includes(error as null))
      }),
    )
  })
})
