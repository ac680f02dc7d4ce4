import { createHash } from 'node:crypto'

import OpenAI from 'openai'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { startTestService, type TestService } from '../../testing/start-service.ts'
import { STYLES } from '../images/render-image.ts'

let service: TestService
let client: OpenAI
beforeAll(async () => {
  service = await startTestService({ flags: ['--tier', 'partner'] })
  client = new OpenAI({ baseURL: service.baseUrl, apiKey: service.apiKey, maxRetries: 0 })
})
afterAll(() => service.stop())

const small = { width: 96, height: 64 }
const generate = (body: Record<string, unknown>) =>
  service.call('/image/generate', { prompt: 'a red circle', ...small, ...body })
const binary = async (body: Record<string, unknown>) => {
  const response = await generate({ return_binary: true, ...body })
  expect(response.status).toBe(200)
  return { response, bytes: Buffer.from(await response.arrayBuffer()) }
}
const hashOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

const STYLE_NAMES = Object.keys(STYLES)

describe('POST /image/generate', () => {
  it('gives pictures as base64, of the size and format asked for', async () => {
    const response = await generate({ format: 'png', variants: 2 })
    const body = (await response.json()) as { id: string; images: string[] }
    expect(body.id).toMatch(/^generate-image-/)
    expect(body.images).toHaveLength(2)
    for (const image of body.images)
      expect(await sharp(Buffer.from(image, 'base64')).metadata()).toMatchObject({
        format: 'png',
        ...small,
      })
    expect(response.headers.get('x-vendor-model-id')).toBe('sandbox-image')
    expect(response.headers.get('x-vendor-is-blurred')).toBe('false')
    expect(response.headers.get('x-ratelimit-limit-requests')).toBe('60')
  })

  it.each(['jpeg', 'png', 'webp'])('gives a %s file with return_binary', async (format) => {
    const { response, bytes } = await binary({ format })
    expect(response.headers.get('content-type')).toBe(`image/${format}`)
    expect(response.headers.get('content-disposition')).toContain('filename="image.')
    expect((await sharp(bytes).metadata()).format).toBe(format)
  })

  it('draws the colors that the prompt names, and none that are unwanted', async () => {
    const share = async (prompt: string, negative_prompt = '') => {
      const { bytes } = await binary({
        prompt,
        negative_prompt,
        format: 'png',
        hide_watermark: true,
        seed: 4,
      })
      const data = await sharp(bytes).removeAlpha().raw().toBuffer()
      const red = [...data.keys()].filter(
        (at) => at % 3 === 0 && (data[at] ?? 0) > 190 && (data[at + 1] ?? 0) < 90,
      )
      return red.length / (data.length / 3)
    }
    expect(await share('a red square')).toBeGreaterThan(0.02)
    expect(await share('a blue square')).toBe(0)
    expect(await share('a red and a blue square', 'red')).toBe(0)
  })

  it('is the same for the same seed, and another for another', async () => {
    const [a, b, c] = [
      await binary({ prompt: 'five stars', seed: 1 }),
      await binary({ prompt: 'five stars', seed: 1 }),
      await binary({ prompt: 'five stars', seed: 2 }),
    ].map(({ bytes }) => hashOf(bytes))
    expect(a).toBe(b)
    expect(c).not.toBe(a)
  })

  it('has a look for every style, and a caption unless it is hidden', async () => {
    const hashes: string[] = []
    for (const style_preset of STYLE_NAMES)
      hashes.push(hashOf((await binary({ prompt: 'sun over mountains', style_preset })).bytes))
    hashes.push(
      hashOf((await binary({ prompt: 'sun over mountains', hide_watermark: true })).bytes),
    )
    expect(new Set(hashes).size).toBe(STYLE_NAMES.length + 1)
  })

  it('is charged for each picture, and for none that is refused', async () => {
    const charges = async () => {
      const body = (await (await service.call('/billing/usage')).json()) as {
        data: { amount: number }[]
      }
      return body.data.map(({ amount }) => amount)
    }
    const before = await charges()
    await (await generate({ variants: 3 })).text()
    expect((await generate({ variants: 9 })).status).toBe(400)
    expect((await generate({ prompt: 'nude child' })).status).toBe(422)
    expect((await charges()).slice(0, -before.length || undefined)).toEqual([-0.03])
  })

  it('blurs what is classified as adult, unless safe mode is off', async () => {
    const safe = await binary({ prompt: 'a nude circle' })
    expect(safe.response.headers.get('x-vendor-is-blurred')).toBe('true')
    const open = await binary({ prompt: 'a nude circle', safe_mode: false })
    expect(open.response.headers.get('x-vendor-is-blurred')).toBe('false')
    expect(hashOf(open.bytes)).not.toBe(hashOf(safe.bytes))
  })

  it.each([
    [{ prompt: '' }, 400],
    [{ width: 63 }, 400],
    [{ height: 1281 }, 400],
    [{ format: 'gif' }, 400],
    [{ style_preset: 'Anime' }, 400],
    [{ variants: 2, return_binary: true }, 400],
    [{ model: 'sandbox-chat' }, 400],
    [{ model: 'nothing' }, 404],
  ])('refuses %j with %s', async (body, status) => {
    expect((await generate(body)).status).toBe(status)
  })
})

describe('POST /images/generations', () => {
  it('answers the OpenAI client as it is', async () => {
    const { data = [] } = await client.images.generate({
      model: 'dall-e-3',
      prompt: 'two green trees',
      n: 2,
      size: '256x256',
    })
    expect(data).toHaveLength(2)
    const bytes = Buffer.from(data[0]?.b64_json ?? '', 'base64')
    expect(await sharp(bytes).metadata()).toMatchObject({ format: 'png', width: 256, height: 256 })
  })

  it('gives a data URL where a URL is asked for', async () => {
    const body = { prompt: 'x', size: '256x256', response_format: 'url', output_format: 'webp' }
    const response = await service.call('/images/generations', body)
    const { data } = (await response.json()) as { data: { url: string }[] }
    expect(data[0]?.url).toMatch(/^data:image\/webp;base64,/)
  })

  it.each([{ size: '100x100' }, { n: 5 }, { stream: true }])('refuses %j', async (more) => {
    const response = await service.call('/images/generations', { prompt: 'x', ...more })
    expect(response.status).toBe(400)
  })
})

it('GET /image/styles lists the styles without credentials', async () => {
  const response = await fetch(`${service.baseUrl}/image/styles`)
  expect(await response.json()).toEqual({ object: 'list', data: STYLE_NAMES })
})
