import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { EDIT_MODEL_IDS } from '../../../contract/image/edit-request.ts'
import { DEFAULT_LIMITS, PARTNER_LIMITS } from '../../../contract/limits/rate-limits.ts'
import { serviceWithoutPort, type ServiceWithoutPort } from '../service-without-port.ts'

/** The limits as the contract prints them: requests and tokens per minute. */
const TEXT = {
  default: { XS: [500, 1e6], S: [75, 750e3], M: [50, 750e3], L: [20, 500e3] },
  partner: { XS: [500, 2e6], S: [150, 1.5e6], M: [100, 1.5e6], L: [60, 1e6] },
} as const
const MODEL = {
  XS: 'sandbox-fast',
  S: 'sandbox-chat',
  M: 'sandbox-vision',
  L: 'sandbox-large',
} as const
const OPERATIONS = {
  default: { image: 20, audio: 60, embedding: 500, 'video-queue': 40, 'video-retrieve': 120 },
  partner: { image: 60, audio: 120, embedding: 500 },
} as const

let image = ''
beforeAll(async () => {
  const create = { width: 256, height: 256, channels: 3, background: 'teal' } as const
  image = (await sharp({ create }).png().toBuffer()).toString('base64')
})

describe.each(['default', 'partner'] as const)('the %s limits', (customer) => {
  let service: ServiceWithoutPort
  beforeAll(() => {
    service = serviceWithoutPort({ tier: customer })
  })
  afterAll(() => service.close())

  it.each(['XS', 'S', 'M', 'L'] as const)('of a text model of tier %s', async (tier) => {
    const { headers } = await service.post('/chat/completions', {
      model: MODEL[tier],
      messages: [{ role: 'user', content: '/tokens 1' }],
      max_completion_tokens: 1,
    })
    const limit = (what: string) => Number(headers.get(`x-ratelimit-limit-${what}`))
    expect([limit('requests'), limit('tokens')]).toEqual(TEXT[customer][tier])
  })

  it('of an image operation', async () => {
    const { status, headers } = await service.post('/image/edit', { image, prompt: 'grayscale' })
    expect(status).toBe(200)
    expect(headers.get('x-ratelimit-limit-requests')).toBe(String(OPERATIONS[customer].image))
  })

  it('of all operations are known, also of those that are not here', () => {
    const { operations } = { default: DEFAULT_LIMITS, partner: PARTNER_LIMITS }[customer]
    expect(operations).toEqual(OPERATIONS[customer])
  })
})

it('the deprecated modelId takes 17 ids', () => {
  expect(new Set(EDIT_MODEL_IDS).size).toBe(17)
})
