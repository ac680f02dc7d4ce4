import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { PARTNER_LIMITS } from '../../../../contract/limits/rate-limits.ts'
import { completionOf } from '../../../testing/completion.ts'
import { chunksOf } from '../../../testing/read-stream.ts'
import { startTestService, type TestService } from '../../../testing/start-service.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService({ times: { slowModelDelayMs: 5 } })
})
afterAll(() => service.stop())

const ROUTER = 'x-vendor-model-router'

describe('the way to a model', () => {
  it.each([
    ['sandbox-chat', null],
    ['default', 'trait=default'],
    ['gpt-4o', 'mapping=gpt-4o'],
    ['fastest:enable_web_search=off', 'trait=fastest'],
  ])('%s is told as %s', async (model, router) => {
    const response = await service.chat('Hi', { model, max_completion_tokens: 1 })
    expect(response.headers.get(ROUTER)).toBe(router)
  })

  it('refuses a Pro model with 401, and names the retirement of a deprecated one', async () => {
    expect((await service.chat('Hi', { model: 'sandbox-pro' })).status).toBe(401)
    const retired = await service.chat('Hi', {
      model: 'sandbox-retired',
      stream: true,
      max_completion_tokens: 1,
    })
    expect(retired.headers.get('x-vendor-model-deprecation-date')).toMatch(/^\d{4}-/)
    await retired.body?.cancel()
  })
})

describe('fallbacks', () => {
  const fallbacks = (...names: string[]) => ({
    model: 'sandbox-busy',
    fallbacks: names.map((model) => ({ model })),
    max_completion_tokens: 3,
  })

  it('answer in the place of a busy model on the direct routes, and the headers say so', async () => {
    const response = await service.chat(
      'Hi',
      fallbacks('sandbox-busy', 'sandbox-fast', 'sandbox-chat'),
    )
    expect(response.headers.get('x-vendor-model-id')).toBe('sandbox-fast')
    expect(response.headers.get(ROUTER)).toBe('fallback=sandbox-busy')
    expect((await completionOf(response)).model).toBe('sandbox-fast')
    const streamed = await service.chat('/rate 0 Hi', { ...fallbacks('default'), stream: true })
    expect((await chunksOf(streamed)).at(-1)?.model).toBe('sandbox-chat')
  })

  it('are charged once, at the price of the model that answered', async () => {
    const before = await service.chat('Hi', { max_completion_tokens: 1 })
    const cost = async (response: Response) => (await completionOf(response)).cost?.usd ?? 0
    const spent =
      (await cost(before.clone())) +
      (await cost(await service.chat('Hi', fallbacks('sandbox-large'))))
    const after = await service.chat('Hi', { max_completion_tokens: 1 })
    const balance = (response: Response) => Number(response.headers.get('x-vendor-balance-usd'))
    expect(Math.round((balance(before) - balance(after)) * 1e6)).toBe(Math.round(spent * 1e6))
  })

  it('that are unknown, not on the direct routes or busy themselves leave the 503', async () => {
    const response = await service.chat(
      'Hi',
      fallbacks('nowhere', 'sandbox-vision', 'sandbox-busy'),
    )
    expect(response.status).toBe(503)
    expect(response.headers.get('retry-after')).toBe('5')
  })

  it('are ignored for models that are not on the direct routes, and for other failures', async () => {
    const broken = await service.chat('Hi', {
      ...fallbacks('sandbox-chat'),
      model: 'sandbox-broken',
    })
    expect(broken.status).toBe(500)
    const slow = await service.chat('Hi', { ...fallbacks('sandbox-chat'), model: 'sandbox-slow' })
    expect(slow.status).toBe(504)
    expect(
      (await service.chat('/fail 500', { ...fallbacks('sandbox-fast'), model: 'sandbox-chat' }))
        .status,
    ).toBe(500)
  })

  it('may be ten at most', async () => {
    const names = (count: number) => Array.from({ length: count }, () => 'sandbox-chat')
    expect((await service.chat('Hi', fallbacks(...names(10)))).status).toBe(200)
    expect((await service.chat('Hi', fallbacks(...names(11)))).status).toBe(400)
  })
})

describe('end-to-end encryption', () => {
  it('is accepted, and not in force for models without it, as the echo says', async () => {
    for (const enable_e2ee of [true, false]) {
      const answer = await completionOf(
        await service.chat('Hi', { vendor_parameters: { enable_e2ee } }),
      )
      expect(answer.vendor_parameters?.['enable_e2ee']).toBe(false)
      expect(answer.choices?.[0]?.message.content).toContain('is a simulator')
    }
  })
})

describe('the echo', () => {
  it('has every required member, and drops what is unknown', async () => {
    const answer = await completionOf(
      await service.chat('Hi', {
        vendor_parameters: { unknown: 1, toString: 1, include_venice_system_prompt: false },
      }),
    )
    expect(answer.vendor_parameters).toEqual({
      enable_e2ee: false,
      enable_web_citations: false,
      enable_web_scraping: false,
      enable_web_search: 'off',
      include_vendor_system_prompt: true,
      include_search_results_in_stream: false,
      return_search_results_as_documents: false,
      strip_thinking_response: false,
      disable_thinking: false,
    })
  })
})

describe('the partner tier', () => {
  it('has its own limits, in the headers and in the list', async () => {
    const partner = await startTestService({ env: { VENDOR_TIER: 'partner' } })
    const response = await partner.chat('Hi', { model: 'sandbox-large', max_completion_tokens: 1 })
    expect(response.headers.get('x-ratelimit-limit-requests')).toBe('60')
    expect(response.headers.get('x-ratelimit-limit-tokens')).toBe('1000000')
    const body: unknown = await (await partner.call('/api_keys/rate_limits')).json()
    const limits = (apiModelId: string, requests: number, tokens?: number) => ({
      apiModelId,
      rateLimits: [
        { type: 'RPM', amount: requests },
        ...(tokens === undefined ? [] : [{ type: 'TPM', amount: tokens }]),
      ],
    })
    expect(body).toMatchObject({
      data: {
        rateLimits: expect.arrayContaining([
          limits('sandbox-chat', 150, 1_500_000),
          limits('sandbox-fast', 500, 2_000_000),
          limits('firered-image-edit', PARTNER_LIMITS.operations.image),
        ]),
      },
    })
    await partner.stop()
  })
})
