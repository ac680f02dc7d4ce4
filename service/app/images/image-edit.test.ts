import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'

import { EDIT_MODEL_IDS, editRequestSchema } from '../../../contract/image/edit-request.ts'
import { DEFAULT_LIMITS } from '../../../contract/limits/rate-limits.ts'
import { editPriceOf } from '../../../contract/models/price.ts'
import { validate } from '../../../contract/validation.ts'
import {
  imageOf,
  refusalOf,
  startEditService,
  type EditService,
} from '../../testing/edit-service.ts'
import { plain, quarters, withPngText } from '../../testing/sample-images.ts'
import { startStandInInternet } from '../../testing/stand-in-internet.ts'
import { evmWallet, signInHeaders } from '../../testing/test-wallets.ts'
import { SANDBOX_EDIT_MODELS } from '../models/operation-models.ts'

let service: EditService
let image = ''
let png: Buffer
beforeAll(async () => {
  service = await startEditService()
  // As large as its result: nothing is enlarged where no pixel is looked at.
  png = plain(1024, 1024)
  image = png.toString('base64')
})
afterAll(() => service.stop())

const base = { prompt: 'crop 100' }

describe('the answer', () => {
  it('is a file with its type, its name, its model, its flags, limits and balance', async () => {
    const key = service.freshKey()
    const response = await service.edit({ ...base, image }, key)
    expect((await sharp(await imageOf(response)).metadata()).format).toBe('png')
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'image/png',
      'content-disposition': 'attachment; filename="image-edited-1k.png"',
      'x-content-type-options': 'nosniff',
      'x-vendor-model-id': 'firered-image-edit',
      'x-vendor-model-name': 'FireRed Image Edit (sandbox)',
      'x-vendor-is-blurred': 'false',
      'x-vendor-is-content-violation': 'false',
      'x-vendor-is-adult-model-content-violation': 'false',
      'x-vendor-contains-minor': 'false',
      'x-ratelimit-limit-requests': '20',
      'x-ratelimit-remaining-requests': '19',
      'x-vendor-balance-usd': '10.000000',
      'x-vendor-balance-diem': '0.000000',
    })
    expect(response.headers.get('x-ratelimit-limit-tokens')).toBeNull()
    expect(response.headers.get('x-vendor-model-deprecation-warning')).toBeNull()
    expect(await service.balance(key)).toBeCloseTo(9.96, 6)
  })

  it('has the same bytes for the same request, and others for another prompt', async () => {
    const results = new Set<string>()
    for (const prompt of [
      'a quiet evening by the sea',
      'another evening',
      'warm, rotate 10, text "Hi"',
    ]) {
      const [one, two] = await Promise.all(
        [1, 2].map(async () => imageOf(await service.edit({ image, prompt }))),
      )
      expect(one).toEqual(two)
      results.add(one?.toString('base64') ?? '')
    }
    expect(results.size).toBe(3)
  })

  it('tells the enhanced prompt in a header, for an additional charge', async () => {
    const key = service.freshKey()
    const more = { prompt: 'café, grayscale', enhance_prompt: true }
    const response = await service.edit({ image, ...more }, key)
    await imageOf(response)
    const enhanced = response.headers.get('x-vendor-enhanced-prompt') ?? ''
    expect(decodeURIComponent(enhanced)).toMatch(/^café, grayscale .+/)
    expect(await service.balance(key)).toBeCloseTo(9.959, 6)
    const plain = await service.edit({ ...base, image })
    expect(plain.headers.get('x-vendor-enhanced-prompt')).toBeNull()
  })

  it('has the shape, size and format asked for', async () => {
    const sizes: [object, string][] = [
      [{}, 'png 1024x1024'],
      [{ aspect_ratio: 'auto' }, 'png 1024x1024'],
      [{ aspect_ratio: '21:9' }, 'png 1024x439'],
      [{ aspect_ratio: '9:16', output_format: 'webp' }, 'webp 576x1024'],
      [{ aspect_ratio: '4:5', output_format: 'jpg' }, 'jpeg 819x1024'],
      [{ resolution: '2K' }, 'jpeg 2048x2048'],
      [{ resolution: '4K', aspect_ratio: '16:9' }, 'jpeg 4096x2304'],
      [{ resolution: '2K', output_format: 'png', aspect_ratio: '2:3' }, 'png 1365x2048'],
      [{ model: 'sandbox-tall-edit' }, 'png 768x1024'],
      [{ aspect_ratio: '16:9', prompt: 'pad' }, 'png 1024x576'],
    ]
    for (const [more, expected] of sizes) {
      const response = await service.edit({ ...base, image, ...more })
      const { format, width, height, exif, icc } = await sharp(await imageOf(response)).metadata()
      expect(`${format} ${width}x${height}`).toBe(expected)
      expect(response.headers.get('content-type')).toBe(`image/${format}`)
      expect([exif, icc]).toEqual([undefined, undefined])
    }
  })
})

describe('the body', () => {
  const long = 'x'.repeat(32_768)
  it.each([
    { prompt: 'x' },
    { prompt: long },
    { model: 'sandbox-quality-edit', prompt: 'x'.repeat(4000) },
    { model: 'sandbox-tall-edit', prompt: 'x'.repeat(500), resolution: '1K', aspect_ratio: '9:16' },
    { model: 'default' },
    { quality: 'low', safe_mode: false, output_format: 'jpeg', other: 1 },
    { aspect_ratio: '3:4', resolution: '1K' },
  ])('takes what is just inside: %#', async (more) => {
    expect((await service.edit({ ...base, image, ...more })).status).toBe(200)
  })

  it.each([
    { prompt: '' },
    { prompt: `${long}x` },
    { prompt: 7 },
    { prompt: undefined },
    { image: undefined },
    { image: 'not an image!' },
    { image: 'ftp://example.com/a.png' },
    { image: 5 },
    { model: '' },
    { modelId: 'another-edit' },
    { modelId: '' },
    { aspect_ratio: '4:3' },
    { aspect_ratio: '' },
    { resolution: '' },
    { resolution: '12345678901' },
    { quality: 'best' },
    { output_format: 'gif' },
    { safe_mode: 'yes' },
    { safe_mode: null },
    { prompt: '', safe_mode: 1, quality: 2 },
  ])('refuses what is just outside in the words of the contract: %#', async (more) => {
    const body = { ...base, image, ...more }
    const validated = validate(editRequestSchema, JSON.parse(JSON.stringify(body)))
    const issues = validated.ok ? [] : validated.issues
    const response = await service.edit(body)
    expect(response.status).toBe(400)
    const answer: unknown = await response.json()
    expect(issues.length).toBeGreaterThan(0)
    expect(answer).toMatchObject({ error: 'Invalid request parameters', issues })
    for (const { path, message } of issues)
      expect(answer).toMatchObject({ details: { [String(path[0])]: { _errors: [message] } } })
  })

  it('is validated by the model too, and the answer names what it supports', async () => {
    const tall = { ...base, image, model: 'sandbox-tall-edit' }
    for (const [more, message] of [
      [
        { prompt: 'x'.repeat(501) },
        'prompt is a string of 501 characters, but may have at most 500 characters for sandbox-tall-edit.',
      ],
      [
        { aspect_ratio: '1:1' },
        'aspect_ratio is "1:1", but must be one of auto, 9:16, 2:3, 3:4 for sandbox-tall-edit.',
      ],
      [{ resolution: '2K' }, 'resolution is "2K", but must be one of 1K for sandbox-tall-edit.'],
      [{ resolution: '8K' }, 'resolution is "8K", but must be one of 1K for sandbox-tall-edit.'],
    ] as const)
      expect(await refusalOf(await service.edit({ ...tall, ...more }))).toMatchObject({
        status: 400,
        message,
      })
  })

  it('names a model that exists and edits', async () => {
    expect(await refusalOf(await service.edit({ ...base, image, model: 'none' }))).toMatchObject({
      status: 404,
      code: 'MODEL_NOT_FOUND',
    })
    expect(
      await refusalOf(await service.edit({ ...base, image, model: 'sandbox-chat' })),
    ).toMatchObject({
      status: 400,
      code: 'INVALID_MODEL',
      message:
        'model is "sandbox-chat", which doesn\'t support this endpoint, but must be one of firered-image-edit, sandbox-quality-edit, sandbox-tall-edit.',
    })
  })

  it('takes all ids of the deprecated modelId, and says that it is deprecated', async () => {
    for (const modelId of EDIT_MODEL_IDS) {
      const response = await service.edit({ ...base, image, modelId })
      expect(response.status).toBe(200)
      expect(response.headers.get('x-vendor-model-id')).toBe('firered-image-edit')
      expect(response.headers.get('x-vendor-model-deprecation-warning')).toContain(
        modelId === 'firered-image-edit' ? 'Use model instead.' : `${modelId} isn't available here`,
      )
    }
    const both = { modelId: 'seedream-v4-edit', model: 'sandbox-tall-edit' }
    const response = await service.edit({ ...base, image, ...both })
    expect(response.headers.get('x-vendor-model-id')).toBe('sandbox-tall-edit')
    expect(response.headers.get('x-vendor-model-deprecation-warning')).toMatch(
      /Use model instead\.$/,
    )
  })

  it('is JSON or a form, and both give the same bytes', async () => {
    const settings = {
      prompt: 'warm',
      aspect_ratio: '3:2',
      safe_mode: false,
      model: 'sandbox-quality-edit',
    }
    const byJson = await imageOf(await service.edit({ ...settings, image }))
    const byDataUrl = await service.edit({ ...settings, image: `data:image/jpeg;base64,${image}` })
    const file = new File([new Uint8Array(png)], 'Été à la mer"; x=1.PNG', { type: 'text/html' })
    const fields = { ...settings, safe_mode: 'false' }
    const byForm = await service.editForm({ ...fields, image: file })
    expect(byForm.headers.get('content-disposition')).toBe(
      'attachment; filename="Ete-a-la-mer-x-1-edited-1k.png"',
    )
    expect(await imageOf(byForm)).toEqual(byJson)
    expect(await imageOf(await service.editForm({ ...fields, image }))).toEqual(byJson)
    expect(await imageOf(byDataUrl)).toEqual(byJson)
  })

  it('as a form is validated in the same words', async () => {
    const file = new File([new Uint8Array(png)], 'a.png')
    for (const [fields, message] of [
      [
        { image: file, prompt: '' },
        'prompt is an empty string, but must have at least 1 character.',
      ],
      [
        { image: file, ...base, safe_mode: 'yes' },
        'safe_mode is "yes", but must be true or false.',
      ],
      [{ ...base }, 'image is required and must be a string.'],
      [{ image: file, prompt: file }, 'prompt is an object, but must be a string.'],
    ] as const)
      expect(await refusalOf(await service.editForm(fields))).toMatchObject({
        status: 400,
        message,
      })

    const twice = new FormData()
    for (const prompt of ['a', 'b']) twice.append('prompt', prompt)
    const headers = { Authorization: `Bearer ${service.freshKey()}` }
    const send = (body: BodyInit, type?: string) =>
      fetch(`${service.baseUrl}/image/edit`, {
        method: 'POST',
        body,
        headers: type === undefined ? headers : { ...headers, 'Content-Type': type },
      })
    expect((await refusalOf(await send(twice))).message).toBe(
      'prompt is sent 2 times, but may be sent once.',
    )
    expect(
      await refusalOf(await send('--x\r\nbroken', 'multipart/form-data; boundary=x')),
    ).toMatchObject({ status: 400 })
    expect((await send('--x', 'multipart/form-data')).status).toBe(400)
    for (const type of ['text/plain', 'image/png', 'application/x-www-form-urlencoded'])
      expect(await refusalOf(await send('prompt=x', type))).toMatchObject({
        status: 415,
        code: 'INVALID_CONTENT_TYPE',
      })
    expect((await send('{', 'application/json')).status).toBe(400)
  })

  it('may name a public web address, and no other', async () => {
    const internet = await startStandInInternet((request, response) => {
      if (request.url === '/nude-1.png') response.end(png)
      else if (request.url === '/page') response.end('<!doctype html><title>No picture</title>')
      else response.writeHead(302, { Location: 'http://127.0.0.1/a.png' }).end()
    })
    const online = await startEditService({ outboundPolicy: internet.policy })
    const open = await online.edit({ ...base, image: 'http://pictures.example/nude-1.png' })
    expect(open.headers.get('content-disposition')).toContain('"nude-1-edited-1k.png"')
    expect(open.headers.get('x-vendor-is-blurred')).toBe('true')
    expect((await sharp(await imageOf(open)).metadata()).width).toBe(1024)
    const key = online.freshKey()
    for (const [address, message] of [
      ['http://pictures.example/page', 'image has an unsupported type, '],
      ['http://pictures.example/away', "image is a URL that couldn't be fetched. After a"],
      ['http://127.0.0.1:4310/a.png', "image is a URL that couldn't be fetched. Its port"],
      ['https://[::1]/a.png', "image is a URL that couldn't be fetched. The host ::1 is not"],
      ['http://me@pictures.example/', "image is a URL that couldn't be fetched. It contains"],
    ] as const)
      expect(await refusalOf(await online.edit({ ...base, image: address }, key))).toMatchObject({
        status: 400,
        message: expect.stringContaining(message),
      })
    expect(await online.balance(key)).toBe(10)
    await online.stop()
    await internet.stop()
  })
})

describe('the sandbox’s classifier', () => {
  const flags = (response: Response) =>
    ['is-blurred', 'is-content-violation', 'is-adult-model-content-violation', 'contains-minor']
      .map((name) => response.headers.get(`x-vendor-${name}`))
      .join(' ')

  it('blurs adult content in safe mode, and only then', async () => {
    const picture = (await quarters(600, 600)).toString('base64')
    const send = (more: object) =>
      service.edit({ prompt: 'nude, crop 100', image: picture, ...more })
    const open = await send({ safe_mode: false })
    expect(flags(open)).toBe('false false false false')
    for (const more of [{}, { safe_mode: true }]) {
      const blurred = await send(more)
      expect(flags(blurred)).toBe('true false false false')
      expect(await detail(await imageOf(blurred))).toBeLessThan(20)
    }
    expect(await detail(await imageOf(open))).toBeGreaterThan(100)
  })

  it('reads the name of the file and the text in a PNG', async () => {
    const named = (name: string) => new File([new Uint8Array(png)], name)
    expect(flags(await service.editForm({ ...base, image: named('my_NSFW-1.png') }))).toBe(
      'true false false false',
    )
    expect(flags(await service.editForm({ ...base, image: named('denuded.png') }))).toBe(
      'false false false false',
    )
    const labeled = withPngText(png, 'Comment', 'this is nsfw').toString('base64')
    expect(flags(await service.edit({ ...base, image: labeled }))).toBe('true false false false')
    expect(flags(await service.edit({ prompt: 'a child, warm', image }))).toBe(
      'false false false true',
    )
  })

  it('refuses by the policy of the default model, what nobody may make for every model', async () => {
    const key = service.freshKey()
    const minor = { prompt: 'a nude child' }
    const cases: [object, string][] = [
      [{ prompt: 'a pornographic scene' }, 'false true false false'],
      [{ prompt: 'a beheading in the street' }, 'false true false false'],
      [minor, 'false true false true'],
      [{ ...minor, model: 'sandbox-quality-edit' }, 'false true true true'],
      [
        { prompt: 'a child', image: withPngText(png, 'T', 'nude').toString('base64') },
        'false true false true',
      ],
    ]
    for (const [body, expected] of cases) {
      const response = await service.edit({ image, ...body }, key)
      expect(flags(response)).toBe(expected)
      expect(await refusalOf(response)).toMatchObject({
        status: 422,
        code: 'CONTENT_POLICY_VIOLATION',
      })
    }
    const other = { prompt: 'a pornographic scene', model: 'sandbox-tall-edit' }
    expect(flags(await service.edit({ image, ...other }))).toBe('true false false false')
    expect(await service.balance(key)).toBe(10)
  })
})

describe('the price', () => {
  it('is the catalogue’s for model, resolution and quality, taken once and only for a result', async () => {
    for (const model of SANDBOX_EDIT_MODELS) {
      const { resolutions = [], qualities = [undefined] } = model.model_spec?.constraints ?? {}
      for (const resolution of resolutions.filter((tier) => tier !== '4K'))
        for (const quality of new Set([undefined, 'low', ...qualities])) {
          const key = service.freshKey()
          const settings = { ...base, model: model.id, resolution, quality, output_format: 'jpeg' }
          expect((await service.edit({ ...settings, image }, key)).status).toBe(200)
          const price = (editPriceOf(model, { resolution, quality }) ?? 0) / 1_000_000
          expect(await service.balance(key)).toBeCloseTo(10 - price, 6)
          expect((await service.edit({ ...settings, image: 'AAAA' }, key)).status).toBe(400)
          expect(await service.balance(key)).toBeCloseTo(10 - price, 6)
        }
    }
  })

  it('of low quality buys a smaller file, from the model that honors it', async () => {
    const noise = await sharp({
      create: {
        width: 512,
        height: 288,
        channels: 3,
        background: '#888',
        // Little of it: a palette takes long to find for many colors.
        noise: { type: 'gaussian', mean: 128, sigma: 5 },
      },
    })
      .png()
      .toBuffer()
    for (const output_format of ['png', 'jpeg', 'webp']) {
      const bytes = async (model: string, quality?: string) =>
        (
          await imageOf(
            await service.edit({
              ...base,
              image: noise.toString('base64'),
              model,
              quality,
              output_format,
              aspect_ratio: '16:9',
            }),
          )
        ).length
      const honoring = 'sandbox-quality-edit'
      const [low, medium, high] = [
        await bytes(honoring, 'low'),
        await bytes(honoring, 'medium'),
        await bytes(honoring, 'high'),
      ]
      expect(low).toBeLessThan(medium)
      expect(medium).toBeLessThan(high)
      expect(await bytes(honoring)).toBe(high)
      expect(await bytes('firered-image-edit', 'low')).toBe(await bytes('firered-image-edit'))
    }
  })

  it('must be covered before anything is done, also by many at once', async () => {
    const key = service.freshKey()
    const wide = plain(4096, 2304)
    const dear = {
      ...base,
      image: wide.toString('base64'),
      model: 'sandbox-quality-edit',
      resolution: '4K',
      aspect_ratio: '16:9',
    }
    const answers = await Promise.all(Array.from({ length: 13 }, () => service.edit(dear, key)))
    const statuses = answers.map(({ status }) => status).toSorted((a, b) => a - b)
    expect(statuses).toEqual([...Array<number>(10).fill(200), 402, 402, 402])
    const refused = answers.find(({ status }) => status === 402)
    expect(await refused?.json()).toMatchObject({
      code: 'INSUFFICIENT_BALANCE',
      error: expect.stringContaining('It costs $0.990000'),
    })
    expect(await service.balance(key)).toBeCloseTo(0.1, 6)
  })
})

describe('an edit that comes to nothing', () => {
  it('is told as 504 at the deadline, and costs nothing', async () => {
    const hurried = await startEditService({ times: { answerDeadlineMs: 1 } })
    const key = hurried.freshKey()
    const big = plain(3000, 3000).toString('base64')
    const response = await hurried.edit({ prompt: 'blur 40', image: big, resolution: '4K' }, key)
    expect(await refusalOf(response)).toMatchObject({ status: 504, code: 'REQUEST_TIMEOUT' })
    expect(await hurried.balance(key)).toBe(10)
    await hurried.stop()
  })

  it('because the client left costs nothing either, and lets its place go', async () => {
    const left = await startEditService()
    const key = left.freshKey()
    const big = plain(3000, 3000).toString('base64')
    const slow = { prompt: 'blur 40, sharpen, edges', image: big, resolution: '4K' }
    const statuses = () => left.log.filter((line) => line.includes('"status":499')).length
    const leave = () =>
      fetch(`${left.baseUrl}/image/edit`, {
        method: 'POST',
        signal: AbortSignal.timeout(150),
        headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
        body: JSON.stringify(slow),
      }).catch(() => undefined)
    // On a busy machine a request may be given up before it arrives.
    for (let attempt = 0; attempt < 6 && statuses() < 3; attempt += 1)
      await Promise.all([leave(), leave(), leave()])
    await vi.waitFor(() => expect(statuses()).toBeGreaterThan(2), 20_000)
    expect(await left.balance(key)).toBe(10)
    expect((await left.edit({ ...base, image }, key)).status).toBe(200)
    await left.stop()
  })
})

describe('limits', () => {
  it('are those of image operations, per key', async () => {
    const key = service.freshKey()
    const most = DEFAULT_LIMITS.operations.image
    let refused: Response | undefined
    // The window may turn in the middle; then a second run of requests is over the limit.
    for (let request = 0; request < 2 * most + 2 && !refused; request += 1) {
      const response = await service.edit({ ...base, image }, key)
      if (response.status === 429) refused = response
    }
    expect(refused?.headers.get('x-ratelimit-type')).toBe('api_key')
    expect(refused?.headers.get('x-ratelimit-remaining-requests')).toBe('0')
    expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(await refused?.json()).toMatchObject({ code: 'RATE_LIMIT_EXCEEDED' })
    expect((await service.edit({ ...base, image })).status).toBe(200)
  })

  it('block a key after more than 20 failures, as for chat', async () => {
    const key = service.freshKey()
    for (let failure = 0; failure <= 20; failure += 1)
      expect((await service.edit({ ...base, image: 'no' }, key)).status).toBe(400)
    expect((await service.edit({ ...base, image }, key)).status).toBe(429)
  })

  it('let a signed-in wallet pay from its own credit', async () => {
    const wallet = await signInHeaders(evmWallet(), service.origin)
    const response = await service.call('/image/edit', { ...base, image }, wallet)
    expect(response.status).toBe(402)
    expect(await response.json()).toMatchObject({ code: 'PAYMENT_REQUIRED' })
  })

  it('need a known key', async () => {
    const send = (headers: Record<string, string>) =>
      fetch(`${service.baseUrl}/image/edit`, { method: 'POST', headers, body: '{}' })
    expect((await send({ 'Content-Type': 'application/json' })).status).toBe(402)
    expect((await send({ Authorization: 'Bearer unknown' })).status).toBe(401)
  })
})

/** The largest step between two neighbouring pixels of the middle row. */
async function detail(bytes: Buffer): Promise<number> {
  const { data, info } = await sharp(bytes)
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  const row = data
    .subarray(Math.floor(info.height / 4) * info.width * 3)
    .subarray(0, info.width * 3)
  return Math.max(...row.subarray(3).map((value, at) => Math.abs(value - (row[at] ?? 0))))
}
