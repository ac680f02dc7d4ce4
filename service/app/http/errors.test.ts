import { parsePaymentRequired } from '@x402/core/schemas'
import { afterEach, describe, expect, it } from 'vitest'

import { decodeBase64Json } from '../../../contract/encoding/bytes.ts'
import { readServiceError } from '../../../contract/errors/read-service-error.ts'
import { isJsonObject } from '../../../contract/json.ts'
import { MAX_JSON_BODY_BYTES } from '../../../contract/limits/sizes.ts'
import { validate } from '../../../contract/validation.ts'
import { SOLANA_DEVNET } from '../../../contract/wallet/networks.ts'
import {
  signInChallengeOf,
  paymentRequiredSchema,
} from '../../../contract/wallet/payment/payment-required.ts'
import { rawRequest } from '../../testing/raw-request.ts'
import {
  startTestService,
  type TestService,
  type TestServiceOptions,
} from '../../testing/start-service.ts'

const services: TestService[] = []
afterEach(async () => {
  await Promise.all(services.splice(0).map((service) => service.stop()))
})

async function start(options?: TestServiceOptions): Promise<TestService> {
  const service = await startTestService(options)
  services.push(service)
  return service
}

async function errorOf(response: Response) {
  const body: unknown = await response.json()
  const headers = [...response.headers]
  return {
    status: response.status,
    body,
    kind: readServiceError({ status: response.status, headers, body, route: '/chat/completions' })
      .kind,
  }
}

describe('validation', () => {
  it('answers 400 with the tree and the list of every fault', async () => {
    const service = await start()
    const response = await service.chat('x', {
      temperature: 5,
      messages: [{ role: 'user', content: [{ type: 'text', text: '' }] }],
    })
    const { status, body } = await errorOf(response)
    expect(status).toBe(400)
    expect(body).toMatchObject({
      error: 'Invalid request parameters',
      details: {
        _errors: [],
        temperature: { _errors: [expect.stringContaining('at most 2')] },
        messages: { 0: { content: { 0: { text: { _errors: [expect.any(String)] } } } } },
      },
    })
    const issues = isJsonObject(body) && Array.isArray(body['issues']) ? body['issues'] : []
    expect(issues).toContainEqual({
      code: 'too_big',
      path: ['temperature'],
      message: expect.any(String),
    })
  })

  it.each([
    ['no messages', { messages: [] }, 'messages'],
    ['no model', { model: undefined }, 'model'],
    ['five stops', { stop: ['1', '2', '3', '4', '5'] }, 'stop'],
    ['a wrong enum', { vendor_parameters: { enable_web_search: 'maybe' } }, 'vendor_parameters'],
    ['a wrong seed', { seed: 0 }, 'seed'],
    [
      'a forced tool that is not there',
      { tool_choice: { type: 'function', function: { name: 'f' } } },
      'tool_choice',
    ],
    [
      'an image for a text model',
      {
        messages: [
          {
            role: 'user',
            content: [{ type: 'image_url', image_url: { url: 'https://example.com/a.png' } }],
          },
        ],
      },
      'messages',
    ],
  ])('names the field for %s', async (_, more, field) => {
    const { status, body, kind } = await errorOf(await (await start()).chat('x', more))
    expect(status).toBe(400)
    expect(kind).toBe('invalid_request')
    expect(body).toMatchObject({ details: { [field]: expect.anything() } })
  })

  it('answers 400 for malformed JSON, other JSON, and JSON without end', async () => {
    const service = await start()
    const post = (body: string) =>
      fetch(`${service.baseUrl}/chat/completions`, {
        method: 'POST',
        headers: { Authorization: `Bearer ${service.apiKey}`, 'Content-Type': 'application/json' },
        body,
      })
    for (const body of [
      '{',
      '',
      'null',
      '[]',
      '"x"',
      '{"a":'.repeat(300) + '1' + '}'.repeat(300),
      '['.repeat(100_000),
    ])
      expect((await post(body)).status).toBe(400)
  })

  it('answers in OpenAI’s form when the context overflows', async () => {
    const { status, body } = await errorOf(await (await start()).chat('word '.repeat(140_000)))
    expect(status).toBe(400)
    expect(body).toMatchObject({ error: { code: 'context_length_exceeded', param: 'messages' } })
    const far = await errorOf(await (await start()).chat('word '.repeat(1_400_000)))
    expect(far.body).toMatchObject({
      error: { code: 'context_length_exceeded', message: expect.stringContaining('at least') },
    })
  })

  it('answers 415 for anything but JSON', async () => {
    const service = await start()
    for (const type of [
      'text/plain',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
      'application/jsonx',
    ]) {
      const response = await service.chat('x', {}, { 'Content-Type': type })
      expect(await errorOf(response)).toMatchObject({
        status: 415,
        body: { code: 'INVALID_CONTENT_TYPE' },
      })
    }
    expect(
      (await service.chat('x', {}, { 'Content-Type': 'application/json; charset=utf-8' })).status,
    ).toBe(200)
  })

  it('answers 413 above the limit, declared or counted', async () => {
    const service = await start()
    const headers = {
      Authorization: `Bearer ${service.apiKey}`,
      'Content-Type': 'application/json',
    }
    const declared = await rawRequest(`${service.baseUrl}/chat/completions`, {
      method: 'POST',
      headers: { ...headers, 'Content-Length': String(MAX_JSON_BODY_BYTES + 1) },
      body: '{',
    }).catch(() => undefined)
    expect(declared?.status).toBe(413)
    // One long text of base64: what else is long is refused for that before it is too large.
    const piece = new TextEncoder().encode('A'.repeat(1_000_000))
    let sent = 0
    const counted = await fetch(`${service.baseUrl}/chat/completions`, {
      method: 'POST',
      headers,
      duplex: 'half',
      body: new ReadableStream({
        pull: (controller) => {
          if (sent > MAX_JSON_BODY_BYTES + 5_000_000) controller.close()
          else controller.enqueue(sent === 0 ? new TextEncoder().encode('"') : piece)
          sent += piece.length
        },
      }),
    } as RequestInit)
    expect(await counted.json()).toMatchObject({
      code: 'PAYLOAD_TOO_LARGE',
      error: expect.any(String),
    })
    expect(counted.status).toBe(413)
  })
})

describe('credentials', () => {
  it('answers 402 discovery without any, with a fresh challenge each time', async () => {
    const service = await start()
    const ask = () => fetch(`${service.baseUrl}/chat/completions`, { method: 'POST' })
    const response = await ask()
    const { status, body, kind } = await errorOf(response)
    expect([status, kind]).toEqual([402, 'payment_discovery'])
    const required = validate(paymentRequiredSchema, body)
    if (!required.ok) throw new Error(JSON.stringify(required.issues))
    expect(required.value.accepts.map(({ network, amount }) => [network, amount])).toEqual([
      ['eip155:84532', '10000000'],
      ['solana-devnet', '10000000'],
    ])
    const info = signInChallengeOf(required.value)?.info
    expect(info).toMatchObject({
      domain: new URL(service.origin).host,
      version: '1',
      nonce: expect.stringMatching(/^[0-9a-f]{32}$/),
    })
    const header = decodeBase64Json(response.headers.get('payment-required') ?? '')
    expect(header).toMatchObject({
      x402Version: 2,
      accepts: [{ network: 'eip155:84532' }, { network: SOLANA_DEVNET.id }],
      resource: { url: `${service.baseUrl}/chat/completions` },
    })
    expect(header).not.toHaveProperty('authOptions')
    // The public schema knows no short names.
    expect(parsePaymentRequired(header)).toMatchObject({ success: true })
    expect(await (await ask()).text()).not.toContain(info?.nonce ?? '?')
    expect((await fetch(`${service.baseUrl}/api_keys/rate_limits`)).status).toBe(402)
  })

  it('uses the contract’s networks for mainnet ids', async () => {
    const service = await start({ flags: ['--network-ids', 'mainnet'] })
    const body: unknown = await (
      await fetch(`${service.baseUrl}/chat/completions`, { method: 'POST' })
    ).json()
    expect(body).toMatchObject({ accepts: [{ network: 'eip155:8453' }, { network: 'solana' }] })
  })

  it('answers 401 for a key it does not know, and takes further keys from the environment', async () => {
    const service = await start({ env: { VENDOR_API_KEYS: 'first-key, second-key' } })
    for (const value of ['Bearer nonsense', 'Bearer ', 'Basic eDp5', `Bearer ${service.apiKey}x`])
      expect(await errorOf(await service.chat('x', {}, { Authorization: value }))).toMatchObject({
        status: 401,
        kind: 'authentication_failed',
      })
    expect((await service.chat('x', {}, { Authorization: 'Bearer second-key' })).status).toBe(200)
    expect(
      (await service.chat('x', {}, { Authorization: `bearer ${service.apiKey}` })).status,
    ).toBe(200)
  })

  it('answers 402 when the balance does not cover the most a request can cost', async () => {
    const service = await start()
    const { status, body, kind } = await errorOf(
      await service.chat('x', { model: 'sandbox-large', n: 1000 }),
    )
    expect([status, kind]).toEqual([402, 'insufficient_balance'])
    expect(body).toMatchObject({ code: 'INSUFFICIENT_BALANCE' })
  })
})

describe('models that fail', () => {
  it.each([
    ['sandbox-pro', 401, 'pro_only'],
    ['sandbox-broken', 500, 'inference_failed'],
    ['sandbox-busy', 503, 'at_capacity'],
    ['sandbox-slow', 504, 'timed_out'],
    ['not-there', 404, 'model_not_found'],
    ['firered-image-edit', 404, 'model_not_found'],
  ])('%s answers %i', async (model, status, kind) => {
    const service = await start({ times: { slowModelDelayMs: 20 } })
    expect(await errorOf(await service.chat('x', { model }))).toMatchObject({ status, kind })
    const streamed = await service.chat('/tokens 3', { model, stream: true })
    expect(streamed.status).toBe(model === 'sandbox-slow' ? 200 : status)
  })

  it('charges nothing for a failure', async () => {
    const service = await start()
    await service.chat('x', { model: 'sandbox-broken' })
    expect((await service.chat('x')).headers.get('x-vendor-balance-usd')).toBe('10.000000')
  })

  it('gives up on an answer that is not streamed after the deadline', async () => {
    const service = await start({ times: { answerDeadlineMs: 50 } })
    expect(await errorOf(await service.chat('/stall 20 x'))).toMatchObject({
      status: 504,
      kind: 'timed_out',
    })
  })

  it.each([400, 401, 402, 403, 404, 413, 415, 418, 422, 429, 500, 502, 503, 504])(
    '/fail %i answers so',
    async (status) => {
      const { status: answered, body } = await errorOf(
        await (await start()).chat(`/fail ${status}`),
      )
      expect(answered).toBe(status)
      expect(body).toMatchObject({ error: expect.any(String) })
    },
  )

  it('answers 404 with a StandardError for an unknown operation', async () => {
    const service = await start()
    expect(await errorOf(await service.call('/nothing/here'))).toMatchObject({
      status: 404,
      body: { error: expect.stringContaining('/nothing/here') },
    })
    expect(await errorOf(await service.call('/models?type=cats'))).toMatchObject({
      status: 400,
      body: { details: { type: {} } },
    })
  })
})
