import sharp from 'sharp'
import { afterAll, expect, it } from 'vitest'

import { modelListSchema } from '../../../contract/models/model.ts'
import {
  createPromptCache,
  EXTENDED_RETENTION_MS,
} from '../../app/inference/prepare/prompt-cache.ts'
import { serviceWithoutPort } from '../service-without-port.ts'

const service = serviceWithoutPort()
afterAll(() => service.close())

const chat = (content: unknown, more: Record<string, unknown> = {}) =>
  service.post('/chat/completions', {
    model: 'sandbox-chat',
    messages: [{ role: 'user', content }],
    ...more,
  })

async function answerOf(response: Response) {
  expect(response.status).toBe(200)
  return response.json()
}

async function picture(color: string): Promise<Buffer> {
  const create = { width: 256, height: 256, channels: 3, background: color } as const
  return sharp({ create }).png().toBuffer()
}

it('the token limit counts reasoning and answer together', async () => {
  const more = { model: 'sandbox-reasoning', max_completion_tokens: 5 }
  const { usage, choices } = await answerOf(await chat('Hi', more))
  expect(usage.completion_tokens).toBe(5)
  expect(usage.completion_tokens_details.reasoning_tokens).toBe(5)
  expect(choices[0]).toMatchObject({ finish_reason: 'length', message: { content: '' } })
})

it('a repetition penalty of 1 changes nothing', async () => {
  const content = async (more: Record<string, unknown>) =>
    (await answerOf(await chat('/tokens 60', { seed: 3, ...more }))).choices[0].message.content
  expect(await content({ repetition_penalty: 1 })).toBe(await content({}))
})

it('a longer retention keeps a prompt for 24 hours', () => {
  expect(EXTENDED_RETENTION_MS).toBe(86_400_000)
  let now = 0
  const cache = createPromptCache(() => now)
  const prefixes = [{ digest: 'a', tokens: 10 }]
  cache.store('me', prefixes, EXTENDED_RETENTION_MS)
  now = 86_399_999
  expect(cache.lookup('me', prefixes).read).toBe(10)
  now = 86_400_000
  expect(cache.lookup('me', prefixes).read).toBe(0)
})

it('disabled thinking leaves no think block either', async () => {
  const thoughts = async (vendor_parameters: Record<string, unknown>) => {
    const more = { model: 'sandbox-think-tags', vendor_parameters }
    return (await answerOf(await chat('Hi', more))).choices[0].message.content.includes('<think>')
  }
  expect(await thoughts({})).toBe(true)
  expect(await thoughts({ disable_thinking: true })).toBe(false)
})

it('images of the whole history are kept where many may be', async () => {
  const part = async (color: string) => ({
    type: 'image_url',
    image_url: { url: `data:image/png;base64,${(await picture(color)).toString('base64')}` },
  })
  const messages = [
    { role: 'user', content: [await part('teal')] },
    { role: 'assistant', content: 'Seen' },
    { role: 'user', content: [await part('navy')] },
  ]
  const tokens = async (model: string, last: readonly unknown[]) =>
    (await answerOf(await service.post('/chat/completions', { model, messages: last }))).usage
      .prompt_tokens
  const rest = messages.slice(1)
  const ofFirst = async (model: string) =>
    (await tokens(model, messages)) - (await tokens(model, rest))
  expect(await ofFirst('sandbox-vision')).toBeGreaterThan(
    (await ofFirst('sandbox-vision-single')) + 50,
  )
})

it('a key is not told what a wallet would be', async () => {
  const response = await chat('/tokens 1')
  expect(response.headers.get('x-balance-remaining')).toBeNull()
})

it('the balance headers of a key tell what it held before', async () => {
  const key = { Authorization: `Bearer ${service.nextKey()}` }
  const ask = () =>
    service.post(
      '/chat/completions',
      { model: 'sandbox-chat', messages: [{ role: 'user', content: '/tokens 9' }] },
      key,
    )
  const first = await ask()
  expect(first.headers.get('x-vendor-balance-usd')).toBe('10.000000')
  expect(first.headers.get('x-vendor-balance-diem')).toBe('0.000000')
  const { cost } = await first.json()
  const left = Number((await ask()).headers.get('x-vendor-balance-usd'))
  expect(left).toBeCloseTo(10 - cost.usd, 6)
})

it('a slow model answers when it is streamed', async () => {
  expect((await chat('Hi', { model: 'sandbox-slow' })).status).toBe(504)
  const stream = await chat('/rate 0 Hi', { model: 'sandbox-slow', stream: true })
  expect(stream.status).toBe(200)
  expect(await stream.text()).toMatch(/data: \[DONE\]\s*$/)
})

async function editModels() {
  const response = await service.request('/api/v1/models?type=inpaint')
  return modelListSchema.parse(await response.json()).data
}

it('edit models tell their prompt limit, shapes and prices', async () => {
  const models = await editModels()
  for (const { model_spec: spec } of models)
    expect(spec?.constraints).toMatchObject({
      promptCharacterLimit: expect.any(Number),
      aspectRatios: expect.arrayContaining(['auto', '9:16']),
      resolutions: expect.arrayContaining(['1K']),
    })
  const withQualities = models.filter(({ model_spec: spec }) => spec?.pricing?.['quality'])
  expect(withQualities.map(({ id }) => id)).toEqual(['sandbox-quality-edit'])
  expect(withQualities[0]?.model_spec?.pricing?.['quality']).toMatchObject({
    '1K': { low: { usd: expect.any(Number) }, high: { usd: expect.any(Number) } },
  })
})

it('quality counts for one model, where it is high when absent', async () => {
  const image = (await picture('teal')).toString('base64')
  const spent = async (more: Record<string, unknown>) => {
    const key = { Authorization: `Bearer ${service.nextKey()}` }
    const body = { image, prompt: 'grayscale', output_format: 'jpeg', ...more }
    expect((await service.post('/image/edit', body, key)).status).toBe(200)
    const limits = await service.request('/api/v1/api_keys/rate_limits', { headers: key })
    return Math.round((10 - (await limits.json()).data.balances.USD) * 1e6)
  }
  const honoring = { model: 'sandbox-quality-edit' }
  expect(await spent(honoring)).toBe(await spent({ ...honoring, quality: 'high' }))
  expect(await spent(honoring)).toBeGreaterThan(await spent({ ...honoring, quality: 'low' }))
  expect(await spent({})).toBe(await spent({ quality: 'low' }))
})
